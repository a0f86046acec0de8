/// What single objects ask for: a timeout, to be made anew, how conflicts end.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

const std::string web = "Deployment/web";

Situation deploying_web(const std::string& annotation) {
    return deploying(object("Deployment", annotations("web", annotation)));
}

Observation outdated(const Situation& release) {
    Observation seen = release.standing(web);
    seen.digest = "sha256:old";
    return seen;
}

Observation unready(const Situation& release, const std::string& title) {
    Observation seen = release.standing(title);
    seen.verdict = is_progressing("0/1 replicas ready");
    seen.completion = is_progressing("is running");
    return seen;
}

}  // namespace

TEST_CASE("an object's own timeout counts from when it was applied", "[machine][special]") {
    Situation release = deploying_web("slipway.dev/timeout: 90s");
    release.now += 60s;
    release.take_step();
    REQUIRE(release.ledger.waits_since.at(release.id(web)) == noon + 60s);
    release.sees(web, unready(release, web));

    release.now = noon + 149s;
    const Decision before = release.step();
    release.now = noon + 150s;
    release.take_step();

    CHECK(before.look_again == noon + 150s);
    CHECK(release.ledger.failure_reason == "Timeout");
    CHECK(
        release.ledger.failure_message ==
        "Deployment/web: not done within slipway.dev/timeout of 1m30s; 0/1 replicas ready"
    );
}

TEST_CASE("an object that is ready in time is not late afterwards", "[machine][special]") {
    Situation release = deploying_web("slipway.dev/timeout: 90s");
    release.take_step();
    release.sees_all({web});
    release.now += 1h;

    CHECK_FALSE(release.judged(web).failure);
    CHECK(release.judged(web).settled);
}

TEST_CASE("the next attempt has the whole time again", "[machine][special]") {
    Situation release = deploying_web("slipway.dev/timeout: 90s");
    release.take_step();
    release.sees(web, unready(release, web));
    release.now += 90s;
    release.take_step();
    REQUIRE(release.ledger.failed);

    release.now = *release.ledger.retry_at;
    release.take_step();

    CHECK_FALSE(release.ledger.failed);
    CHECK(release.ledger.waits_since.empty());
    CHECK_FALSE(release.judged(web).failure);
}

TEST_CASE("a hook's own timeout counts from its start, and fails the hook", "[machine][special]") {
    Situation release = deploying(
        object("Job", annotations("migrate", "helm.sh/hook: pre-install, slipway.dev/timeout: 1m"))
    );
    release.take_step();
    release.take_step();
    release.ledger.runs.back().state = RunState::Created;
    release.ledger.runs.back().uid = "uid";
    release.sees("Job/migrate", unready(release, "Job/migrate"));

    release.now = *release.ledger.runs.back().started_at + 59s;
    const Decision before = release.step();
    release.now += 1s;
    release.take_step();

    CHECK(before.look_again == *release.ledger.runs.back().started_at + 60s);
    CHECK(release.ledger.runs.back().state == RunState::Failed);
    CHECK(
        release.ledger.runs.back().message ==
        "not done within slipway.dev/timeout of 1m; is running"
    );
}

TEST_CASE("recreate says when an object is deleted and made anew", "[machine][special]") {
    struct Row {
        const char* annotation;
        bool immutable;
        std::string effect;
    };
    const std::string applies = "apply Deployment/web, uid uid, version 7";
    const std::string deletes = "delete Deployment/web, uid uid";
    const auto row = GENERATE_COPY(
        Row{"slipway.dev/recreate: never", false, applies},
        Row{"slipway.dev/recreate: immutable", false, applies},
        Row{"slipway.dev/recreate: always", false, deletes},
        Row{"slipway.dev/recreate: immutable", true, deletes},
        Row{"slipway.dev/recreate: always", true, deletes}
    );
    CAPTURE(row.annotation, row.immutable);
    Situation release = deploying_web(row.annotation);
    release.sees(web, outdated(release));
    if (row.immutable) release.refuses(web, {ErrorKind::ImmutableField, "field is immutable"});
    release.now += 1min;

    CHECK(release.effects(release.advanced(web)) == Effects{row.effect});
}

TEST_CASE("a Job with recreate never is not deleted for its template", "[machine][special]") {
    Situation release =
        deploying(object("Job", annotations("migrate", "slipway.dev/recreate: never")));
    Observation seen = release.standing("Job/migrate");
    seen.digest = "sha256:old";
    release.sees("Job/migrate", seen);
    release.refuses("Job/migrate", {ErrorKind::ImmutableField, "field is immutable"});

    const Judgement judgement = release.judged("Job/migrate");

    REQUIRE(judgement.failure);
    CHECK(judgement.failure->kind == ErrorKind::ImmutableField);
}

TEST_CASE("an object's own word on conflicts counts before the release's", "[machine][special]") {
    const bool fails = GENERATE(true, false);
    Situation release =
        deploying_web(fails ? "slipway.dev/conflicts: fail" : "slipway.dev/conflicts: force");
    release.release.spec.conflicts = fails ? ConflictMode::Force : ConflictMode::Fail;
    release.sees(web, outdated(release));

    CHECK(
        release.effects(release.advanced(web)) ==
        Effects{
            std::string("apply Deployment/web, uid uid, version 7") +
            (fails ? ", without force" : "")}
    );
}
