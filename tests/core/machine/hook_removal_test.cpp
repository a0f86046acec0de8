/// What hooks made in an event that did not come to its end, and when it goes.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");
const std::string hook = object("Job", annotations("migrate", "helm.sh/hook: pre-install"));
const std::string script = object(
    "ConfigMap",
    annotations(
        "script",
        "helm.sh/hook: pre-install, helm.sh/hook-weight: '-1', "
        "helm.sh/hook-delete-policy: hook-succeeded"
    )
);

/// A script that hook-succeeded removes stands there, and the Job that it is for has failed.
Situation failed_event() {
    Situation release = deploying(script + hook + settings);
    release.ledger.settled = {release.plan->stages.at(0).name};
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("ConfigMap/script"),
         .version = "v1",
         .state = RunState::Succeeded,
         .uid = "uid"},
        {.event = "pre-install",
         .place = 1,
         .object = release.id("Job/migrate"),
         .version = "v1",
         .state = RunState::Failed,
         .uid = "uid"}};
    release.ledger.failed = true;
    release.sees_all({"ConfigMap/script", "Job/migrate"});
    return release;
}

}  // namespace

TEST_CASE(
    "what a succeeded hook left for the next attempt goes before new content or the deletion",
    "[machine][hook]"
) {
    Situation release = failed_event();
    REQUIRE(release.effects().empty());
    const bool is_deleted = GENERATE(false, true);
    CAPTURE(is_deleted);
    const auto has_begun = [&] {
        return release.ledger.deleting || release.ledger.newest()->number == 2;
    };
    release.release.deleting = is_deleted;
    if (!is_deleted) release.desired.digest = "sha256:changed";

    const Decision decision = release.take_step();
    CHECK(release.effects(decision) == Effects{"delete ConfigMap/script, uid uid"});
    CHECK(
        decision.status.waiting_for ==
        std::vector<std::string>{
            std::string("ConfigMap/script: what its hook left is deleted before the ") +
            (is_deleted ? "deletion begins" : "new content is deployed")}
    );
    CHECK_FALSE(has_begun());

    SECTION("once it is gone") {
        release.sees("ConfigMap/script", absent());
        CHECK(release.take_step().again);
    }
    SECTION("once another has its name") { release.live[release.id("ConfigMap/script")].uid = "2"; }
    SECTION("once it is on its way, whatever holds it") {
        release.live[release.id("ConfigMap/script")].terminating = true;
    }
    release.take_step();
    release.take_step();

    CHECK(has_begun());
    CHECK(release.ledger.kept == std::vector<ObjectId>{release.id("Job/migrate")});
}

TEST_CASE(
    "what the account may not delete does not hold new content up, and is remembered",
    "[machine][hook]"
) {
    Situation release = failed_event();
    release.desired.digest = "sha256:changed";
    release.refuses("ConfigMap/script", {ErrorKind::Forbidden, "no"}, 10);

    release.take_step();

    CHECK(release.ledger.newest()->number == 2);
    CHECK(release.ledger.kept.size() == 2);
}

TEST_CASE(
    "content that comes back while the hooks of its revision are removed is a new revision",
    "[machine][hook]"
) {
    Situation release = failed_event();
    const std::string before = release.desired.digest;
    release.desired.digest = "sha256:changed";
    release.take_step();
    REQUIRE(release.ledger.given_up);

    release.desired.digest = before;
    release.sees("ConfigMap/script", absent());
    release.take_step();
    release.take_step();

    CHECK(release.ledger.newest()->number == 2);
    CHECK(release.ledger.newest()->digest == before);
    CHECK_FALSE(release.ledger.given_up);
}
