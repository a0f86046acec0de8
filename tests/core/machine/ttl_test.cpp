/// The time to live of finished Jobs, and whose Jobs it is set on.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string job = "Job/load";

const std::string short_lived =
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: load}\nspec: {ttlSecondsAfterFinished: "
    "60}\n";

/// The Job has completed and its stage is about to settle.
Situation completing() {
    Situation release = deploying(short_lived);
    release.sees_all({job});
    return release;
}

/// The outcome is durable, the time to live is to be set.
Situation completed() {
    Situation release = completing();
    release.take_step();
    return release;
}

std::vector<WithheldTtl> set_by(const Decision& decision) {
    std::vector<WithheldTtl> set;
    for (const Effect& effect : decision.effects) {
        if (const auto* ttl = std::get_if<SetTtl>(&effect)) set.push_back(ttl->ttl);
    }
    return set;
}

}  // namespace

TEST_CASE("a time to live is set once the outcome is durable", "[machine][ttl]") {
    Situation release = completing();
    CHECK(set_by(release.step()).empty());

    release.take_step();
    const auto set = set_by(release.step());

    REQUIRE(set.size() == 1);
    CHECK(set[0].uid == "uid");
    CHECK(set[0].seconds == 60);
}

TEST_CASE("what was set, or cannot be, is done with, and the walk goes on", "[machine][ttl]") {
    Situation release = completed();
    SECTION("the object shows it") { release.live[release.id(job)].ttl = 60; }
    SECTION("the object is gone") { release.sees(job, absent()); }
    SECTION("another stands there") { release.live[release.id(job)].uid = "other"; }
    SECTION("a webhook made something else of it") {
        release.live[release.id(job)].ttl = 900;
        release.ttl_answers["uid"] = std::nullopt;
    }
    SECTION("it was refused for good") {
        release.ttl_answers["uid"] = Refusal{.error = {ErrorKind::Forbidden, "no"}, .at = noon};
    }

    const Decision decision = release.take_step();

    CHECK(set_by(decision).empty());
    CHECK(decision.again);
    CHECK(release.ledger.withheld_ttls.empty());
}

TEST_CASE("a time to live that was refused for now is set again in time", "[machine][ttl]") {
    Situation release = completed();
    release.ttl_answers["uid"] =
        Refusal{.error = {ErrorKind::Unavailable, "no answer"}, .at = noon};

    const Decision decision = release.step();
    CHECK(set_by(decision).empty());
    CHECK(decision.look_again == noon + std::chrono::milliseconds(100));

    release.now = *decision.look_again;
    CHECK(set_by(release.step()).size() == 1);
}

TEST_CASE("a Job of somebody else that took the place of ours stays theirs", "[machine][ttl]") {
    Situation release = deploying(short_lived);
    release.entry(job).completed_digest = release.unit(job).digest;
    release.entry(job).uid = "ours";
    release.sees(
        job, {.presence = Presence::Present, .uid = "theirs", .owner = {"Helm release shop/web"}}
    );

    release.take_step();

    CHECK(release.ledger.settled.size() == 1);
    CHECK(release.entry(job).uid == "ours");
    CHECK(release.ledger.withheld_ttls.empty());
}

TEST_CASE("a failed Job of somebody else is left alone", "[machine][ttl]") {
    Situation release = deploying(short_lived);
    Observation theirs{.presence = Presence::Present, .uid = "theirs"};
    theirs.owner = {"Helm release shop/web"};
    theirs.verdict = {readiness::State::Failed, "BackoffLimitExceeded", {}};
    release.sees(job, theirs);

    release.take_step();

    CHECK(release.ledger.failure_reason == "OwnedByAnother");
    CHECK(release.entry(job).failed_uid.empty());
    CHECK(release.ledger.withheld_ttls.empty());
}

TEST_CASE("only a number that Kubernetes takes is withheld", "[machine][ttl]") {
    const auto text = GENERATE(as<std::string>{}, "\"60\"", "-1", "1.5", "3000000000", "null");
    CAPTURE(text);
    const Situation release = deploying(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: load}\nspec: "
        "{ttlSecondsAfterFinished: " +
        text + "}\n"
    );

    CHECK_FALSE(release.unit(job).ttl);
}

TEST_CASE("a failed Job that a webhook gave a time to live is looked at once", "[machine][ttl]") {
    Situation release = deploying(object("Job", annotations("load", "slipway.dev/wait: none")));
    Observation seen = release.standing(job);
    seen.verdict = seen.completion = has_failed("exit code 3");
    seen.ttl = 900;
    release.sees(job, seen);
    release.take_step();
    release.take_step();

    CHECK_FALSE(release.step().again);
}
