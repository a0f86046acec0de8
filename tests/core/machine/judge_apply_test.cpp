#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string web = "Deployment/web";

Situation deploying_web() { return deploying(object("Deployment", "{name: web}")); }

condition::Verdict not_yet() { return {.holds = false, .why = ".status.x is missing"}; }

}  // namespace

TEST_CASE("an object counts as applied only with our digest and our marks", "[machine][apply]") {
    struct Row {
        bool our_digest;
        const char* release;
        const char* release_uid;
        const char* known_uid;
        bool terminating;
        bool applied;
    };
    const auto row = GENERATE(
        Row{true, "shop/web", "release-1", "", false, true},
        Row{true, "", "", "uid", false, true},
        Row{false, "shop/web", "release-1", "uid", false, false},
        Row{true, "shop/web", "release-0", "", false, false},
        Row{true, "shop/other", "release-1", "", false, false},
        Row{true, "", "", "another", false, false},
        Row{true, "shop/web", "release-1", "uid", true, false}
    );
    CAPTURE(row.our_digest, row.release, row.release_uid, row.known_uid, row.terminating);
    Situation release = deploying_web();
    release.entry(web).uid = row.known_uid;
    Observation seen = release.standing(web);
    if (!row.our_digest) seen.digest = "sha256:old";
    seen.release = row.release;
    seen.release_uid = row.release_uid;
    seen.terminating = row.terminating;
    release.sees(web, seen);

    CHECK(release.judged(web).started == row.applied);
    CHECK(release.judged(web).settled == row.applied);
}

TEST_CASE("what is missing is applied without fences and without force", "[machine][apply]") {
    const Situation release = deploying_web();

    CHECK(release.judged(web).why == "not applied yet");
    CHECK(release.effects(release.advanced(web)) == Effects{"apply Deployment/web"});
}

TEST_CASE("what is outdated is applied under its uid and resourceVersion", "[machine][apply]") {
    Situation release = deploying_web();
    Observation seen = release.standing(web);
    seen.digest = "sha256:old";
    release.sees(web, seen);

    CHECK(
        release.effects(release.advanced(web)) ==
        Effects{"apply Deployment/web, uid uid, version 7"}
    );
}

TEST_CASE("conflicts decides whether fields are taken from other managers", "[machine][apply]") {
    Situation release = deploying_web();
    release.release.spec.conflicts = ConflictMode::Fail;

    Observation seen = release.standing(web);
    seen.digest = "sha256:old";
    release.sees(web, seen);
    CHECK(
        release.effects(release.advanced(web)) ==
        Effects{"apply Deployment/web, uid uid, version 7, without force"}
    );
}

TEST_CASE("an object that belongs to nobody is taken without force, and said", "[machine][apply]") {
    Situation release = deploying_web();
    release.sees(web, {.presence = Presence::Present, .uid = "theirs", .resource_version = "3"});

    const Decision decision = release.advanced(web);

    CHECK(
        release.effects(decision) ==
        Effects{"apply Deployment/web, uid theirs, version 3, without force"}
    );
    REQUIRE(decision.notes.size() == 1);
    CHECK(decision.notes[0].reason == "Adopted");
}

TEST_CASE(
    "what a Release of the same name left behind is taken, its old manager notwithstanding",
    "[machine][apply]"
) {
    Situation release = deploying_web();
    Observation seen = release.standing(web);
    seen.release_uid = "release-0";
    release.sees(web, seen);

    CHECK(
        release.effects(release.advanced(web)) ==
        Effects{"apply Deployment/web, uid uid, version 7"}
    );
}

TEST_CASE("an object that belongs to another is not touched", "[machine][apply]") {
    Situation release = deploying_web();
    Observation seen{.presence = Presence::Present, .uid = "theirs"};
    SECTION("a Helm release") { seen.owner.text = "Helm release shop/old"; }
    SECTION("another Release") { seen.release = "shop/other"; }
    release.sees(web, seen);

    const Judgement judgement = release.judged(web);
    REQUIRE(judgement.failure);
    CHECK(judgement.failure->kind == ErrorKind::OwnedByAnother);

    release.take_step();
    CHECK(release.ledger.failed);
    CHECK_FALSE(release.ledger.retry_at);
    CHECK(release.effects().empty());
}

TEST_CASE(
    "an object that is being deleted is waited for, with its finalizers", "[machine][apply]"
) {
    Situation release = deploying_web();
    Observation seen = release.standing(web);
    seen.terminating = true;
    seen.finalizers = "example.com/a, example.com/b";
    release.sees(web, seen);

    const Judgement judgement = release.judged(web);

    CHECK_FALSE(judgement.failure);
    CHECK(
        judgement.why ==
        "the object of the same name is being deleted; it waits for finalizer example.com/a, "
        "example.com/b"
    );
    CHECK(release.effects().empty());
}

TEST_CASE("what a unit waits for decides when it has settled", "[machine][apply]") {
    struct Row {
        bool waits_for_ready;
        bool has_requirements;
        bool is_ready;
        bool holds;
        bool ready;
        bool settled;
    };
    const auto row = GENERATE(
        Row{true, false, false, true, false, false},
        Row{true, false, true, true, true, true},
        Row{true, true, true, false, false, false},
        Row{true, true, false, true, false, false},
        Row{true, true, true, true, true, true},
        Row{false, true, false, true, true, true},
        Row{false, true, true, false, false, false},
        Row{false, false, false, true, false, true},
        Row{false, false, true, true, true, true}
    );
    CAPTURE(row.waits_for_ready, row.has_requirements, row.is_ready, row.holds);
    Situation release = deploying_web();
    release.unit(web).wait.ready = row.waits_for_ready;
    if (row.has_requirements) {
        release.unit(web).wait.requirements = must(condition::parse_properties(".status.x=y"));
    }
    Observation seen = release.standing(web);
    seen.verdict = row.is_ready ? is_ready() : is_progressing("0/1 replicas ready");
    if (!row.holds) seen.requirements = not_yet();
    release.sees(web, seen);

    const Judgement judgement = release.judged(web);

    CHECK(judgement.started);
    CHECK(judgement.ready == row.ready);
    CHECK(judgement.settled == row.settled);
    CHECK_FALSE(judgement.failure);
    if (!row.settled) {
        const bool by_verdict = row.waits_for_ready && !row.is_ready;
        CHECK(judgement.why == (by_verdict ? "0/1 replicas ready" : ".status.x is missing"));
    }
}

TEST_CASE("a failed object fails only a unit that waits for it", "[machine][apply]") {
    const bool waits = GENERATE(false, true);
    CAPTURE(waits);
    Situation release = deploying_web();
    release.unit(web).wait.ready = waits;
    Observation seen = release.standing(web);
    seen.verdict = has_failed("ProgressDeadlineExceeded");
    release.sees(web, seen);

    const Judgement judgement = release.judged(web);

    CHECK(judgement.failure.has_value() == waits);
    CHECK(judgement.settled == !waits);
    if (waits) {
        CHECK(judgement.failure->kind == ErrorKind::ObjectFailed);
        CHECK(judgement.failure->message == "Deployment/web: ProgressDeadlineExceeded");
    }
}

TEST_CASE("a verdict that may change by itself is looked at again in time", "[machine][apply]") {
    Situation release = deploying_web();
    Observation seen = release.standing(web);
    seen.verdict = is_progressing("ErrImagePull");
    seen.verdict.look_again = noon + std::chrono::seconds(60);
    release.sees(web, seen);

    CHECK(release.advanced(web).look_again == noon + std::chrono::seconds(60));
    CHECK(release.effects(release.advanced(web)).empty());

    release.now = noon + std::chrono::seconds(60);
    CHECK(release.effects(release.advanced(web)) == Effects{"look Deployment/web"});
}
