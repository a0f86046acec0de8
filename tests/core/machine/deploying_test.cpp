/// No wait is without an end.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

const std::string web = "Deployment/web";

/// Applied a moment ago, not ready, and it stays so.
Situation waiting() {
    Situation release = deploying(object("Deployment", "{name: web}"));
    Observation seen = release.standing(web);
    seen.verdict = is_progressing("0/1 replicas ready");
    release.sees(web, seen);
    return release;
}

}  // namespace

TEST_CASE("an operation ends after spec.timeout, saying what it waited for", "[machine][timeout]") {
    Situation release = waiting();
    release.release.spec.timeout = 30min;
    release.release.spec.no_activity_timeout = 10min;
    release.last_activity = noon + 25min;

    release.now = noon + 30min - 1ms;
    CHECK_FALSE(release.step().ledger);
    CHECK(release.step().look_again == noon + 30min);

    release.now = noon + 30min;
    release.take_step();
    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_reason == "Timeout");
    CHECK(
        release.ledger.failure_message ==
        "not done within spec.timeout of 30m; still waiting for Deployment/web: 0/1 replicas ready"
    );
}

TEST_CASE("an operation ends after spec.noActivityTimeout without a change", "[machine][timeout]") {
    Situation release = waiting();
    release.release.spec.no_activity_timeout = 10min;
    release.last_activity = noon + 5min;

    release.now = noon + 15min - 1ms;
    CHECK_FALSE(release.step().ledger);
    CHECK(release.step().look_again == noon + 15min);

    release.now = noon + 15min;
    release.take_step();
    CHECK(
        release.ledger.failure_message ==
        "nothing changed for spec.noActivityTimeout of 10m; still waiting for Deployment/web: 0/1 "
        "replicas ready"
    );
}

TEST_CASE(
    "a Job or Pod that works in silence is activity, and spec.timeout ends it all the same",
    "[machine][timeout]"
) {
    const std::string kind = GENERATE(as<std::string>{}, "Job", "Pod");
    const bool is_hook = GENERATE(true, false);
    Situation release = deploying(
        object(kind, annotations("migrate", is_hook ? "helm.sh/hook: pre-install" : "a: b"))
    );
    const std::string migrate = kind + "/migrate";
    Observation seen = release.standing(migrate);
    seen.verdict = seen.completion = is_progressing("is running");
    seen.works = true;
    release.sees(migrate, seen);
    if (is_hook) {
        release.ledger.runs = {
            {.event = "pre-install",
             .object = release.id(migrate),
             .state = RunState::Created,
             .uid = "uid"}};
    }
    release.release.spec.timeout = 2h;
    release.release.spec.no_activity_timeout = 10min;

    release.now = noon + 90min;
    CHECK_FALSE(release.step().ledger);
    CHECK(release.step().look_again == noon + 100min);

    release.live[release.id(migrate)].works = false;
    CHECK(release.step().ledger->failure_reason == "Timeout");

    release.live[release.id(migrate)].works = true;
    release.now = noon + 2h;
    CHECK(release.step().ledger->failure_reason == "Timeout");
}

TEST_CASE("a stage that begins is activity", "[machine][timeout]") {
    Situation release = waiting();
    release.last_activity = noon;
    release.ledger.stage_started_at = noon + 8min;

    release.now = noon + 12min;

    CHECK_FALSE(release.step().ledger);
    CHECK(release.step().look_again == noon + 18min);
}

TEST_CASE("what became ready in time is not failed for being seen late", "[machine][timeout]") {
    Situation release = waiting();
    release.sees_all({web});
    release.now = noon + 24h;

    release.take_step();

    CHECK_FALSE(release.ledger.failed);
    CHECK(release.ledger.settled.size() == 1);
}

TEST_CASE("nothing is failed for its time before it was looked at", "[machine][timeout]") {
    Situation release = waiting();
    release.live.clear();
    release.now = noon + 24h;

    const Decision decision = release.step();

    CHECK(release.effects(decision) == Effects{"look Deployment/web"});
    CHECK_FALSE(decision.ledger);
}

TEST_CASE(
    "a write that is refused again and again ends with the operation's time", "[machine][timeout]"
) {
    Situation release = deploying(object("Deployment", "{name: web}"));
    release.refuses(web, {ErrorKind::Unavailable, "no answer"});
    release.now = noon + release.release.spec.timeout;

    release.take_step();

    CHECK(release.ledger.failure_reason == "Timeout");
}

TEST_CASE("a deletion ends after spec.timeout too", "[machine][timeout]") {
    Situation release = deleting(object("ConfigMap", "{name: a}"));
    Observation seen = release.standing("ConfigMap/a");
    seen.terminating = true;
    seen.finalizers = "example.com/guard";
    release.sees("ConfigMap/a", seen);
    release.now = noon + release.release.spec.timeout;

    release.take_step();

    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_message.ends_with("it waits for finalizer example.com/guard"));
    CHECK(release.release.status.phase == ReleasePhase::Deleting);
    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
}
