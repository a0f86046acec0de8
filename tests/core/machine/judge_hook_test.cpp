/// One run of a hook: intent, object, outcome, each durable before the next.
#include "core/machine/hook_run.hpp"
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string job = "Job/migrate";
const std::string marker = "release-1/1/pre-install/0/1";

std::string hook(const std::string& kind, const std::string& more = "x: z") {
    return object(kind, annotations("migrate", "helm.sh/hook: pre-install, " + more));
}

/// The run at this state; its object, where it has one, is "run-1".
Situation at_state(RunState state, const std::string& yaml = hook("Job")) {
    Situation release = deploying(yaml);
    const auto& id = release.plan->stages.front().units.front().id;
    release.ledger.runs = {
        {.event = "pre-install",
         .object = id,
         .version = "v1",
         .marker = marker,
         .state = state,
         .uid = state == RunState::Intended ? "" : "run-1"}};
    return release;
}

Observation run_object(const Situation& release, const std::string& title = job) {
    Observation seen = release.standing(title);
    seen.uid = "run-1";
    seen.run = marker;
    seen.completion = is_progressing("is running");
    return seen;
}

}  // namespace

TEST_CASE("the intent to run a hook is durable before its object is made", "[machine][hook]") {
    Situation release = deploying(hook("Job"));

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    REQUIRE(release.ledger.runs.size() == 1);
    CHECK(release.ledger.runs[0].state == RunState::Intended);
    CHECK(release.ledger.runs[0].marker == marker);
    CHECK(release.ledger.runs[0].uid.empty());
    CHECK(release.ledger.runs[0].started_at == noon);
    CHECK(decision.notes.at(0).reason == "HookStarted");
}

TEST_CASE("an intended hook is looked for, then created with its marker", "[machine][hook]") {
    Situation release = at_state(RunState::Intended);
    release.live.clear();
    CHECK(release.effects() == Effects{"look Job/migrate"});

    release.sees_nothing();
    const Decision decision = release.step();

    CHECK(release.effects(decision) == Effects{"create Job/migrate"});
    CHECK(std::get<CreateHook>(decision.effects[0]).run == marker);
    CHECK_FALSE(decision.ledger);
}

TEST_CASE("an object with the run's marker is written down, not created again", "[machine][hook]") {
    Situation release = at_state(RunState::Intended);
    release.sees(job, run_object(release));

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    CHECK(release.ledger.runs[0].state == RunState::Created);
    CHECK(release.ledger.runs[0].uid == "run-1");
    CHECK(release.effects().empty());
    CHECK(release.step().status.waiting_for == std::vector<std::string>{"Job/migrate: is running"});
}

TEST_CASE("the outcome of a hook is durable before anything builds on it", "[machine][hook]") {
    Situation release = at_state(RunState::Created, hook("Job") + object("ConfigMap", "{name: a}"));
    Observation seen = run_object(release);
    seen.completion = is_ready();
    release.sees(job, seen);
    release.now = noon + std::chrono::seconds(5);

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    CHECK(release.ledger.runs[0].state == RunState::Succeeded);
    CHECK(release.ledger.runs[0].finished_at == release.now);
    CHECK(release.ledger.settled.empty());
    release.take_step();
    CHECK(release.ledger.settled == std::vector<std::string>{"pre-install hook Job/migrate"});
    CHECK(release.effects() == Effects{"apply ConfigMap/a"});
}

TEST_CASE(
    "a hook that succeeded is not looked at again, even where it vanished", "[machine][hook]"
) {
    Situation release = at_state(RunState::Succeeded);
    release.sees(job, absent());

    CHECK(release.judged(job).settled);
    CHECK(release.effects().empty());
}

TEST_CASE("a failed hook fails the attempt and says what happened", "[machine][hook]") {
    Situation release = at_state(RunState::Created, hook("Job") + object("ConfigMap", "{name: a}"));
    Observation seen = run_object(release);
    seen.completion = has_failed("failed: BackoffLimitExceeded");
    seen.completion.exit_code = 3;
    release.sees(job, seen);

    release.take_step();
    CHECK(release.ledger.runs[0].state == RunState::Failed);
    CHECK(release.ledger.runs[0].exit_code == 3);
    release.take_step();

    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_reason == "HookFailed");
    CHECK(
        release.ledger.failure_message ==
        "pre-install hook Job/migrate failed: failed: BackoffLimitExceeded"
    );
    CHECK(release.effects().empty());
}

TEST_CASE("a failed hook runs again in the next attempt, and only then", "[machine][hook]") {
    Situation release = at_state(RunState::Failed);
    CHECK(release.judged(job).failure);

    release.ledger.attempt = 2;
    CHECK_FALSE(release.judged(job).failure);
    release.take_step();

    REQUIRE(release.ledger.runs.size() == 2);
    CHECK(release.ledger.runs[1].attempt == 2);
    CHECK(release.ledger.runs[1].marker == "release-1/1/pre-install/0/2");
    CHECK(release.ledger.runs[1].state == RunState::Intended);
}

TEST_CASE(
    "a hook that succeeded or still runs is not repeated by the next attempt", "[machine][hook]"
) {
    const RunState state = GENERATE(RunState::Succeeded, RunState::Created, RunState::Intended);
    CAPTURE(word(state));
    Situation release = at_state(state);
    release.ledger.attempt = 2;
    release.sees(job, run_object(release));

    release.take_step();

    CHECK(release.ledger.runs.size() == 1);
}

TEST_CASE(
    "what an older run left is deleted with its uid before the hook runs", "[machine][hook]"
) {
    Situation release = at_state(RunState::Intended);
    Observation seen = run_object(release);
    seen.uid = "run-0";
    seen.run = "release-1/0/pre-install/0/1";
    seen.completion = is_ready();
    release.sees(job, seen);

    CHECK(release.effects() == Effects{"delete Job/migrate, uid run-0"});
    seen.terminating = true;
    release.sees(job, seen);
    CHECK(release.effects().empty());
    release.sees(job, absent());
    CHECK(release.effects() == Effects{"create Job/migrate"});
}

TEST_CASE("an outcome that nobody can know stops the release", "[machine][hook]") {
    Situation release = at_state(RunState::Created);
    SECTION("the object vanished") { release.sees(job, absent()); }
    SECTION("the object was replaced") {
        Observation seen = run_object(release);
        seen.uid = "another";
        seen.completion = is_ready();
        release.sees(job, seen);
    }

    release.take_step();

    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_reason == "HookOutcomeUnknown");
    CHECK_FALSE(release.ledger.retry_at);
    CHECK(find_condition(release.release.status, "Stalled"));
}

TEST_CASE("a hook of unknown outcome runs again once its retry is asked for", "[machine][hook]") {
    Situation release = at_state(RunState::Created);
    release.sees(job, absent());
    release.take_step();
    REQUIRE(release.ledger.failure_reason == "HookOutcomeUnknown");

    release.release.retry_at = "now";
    release.take_step();
    release.take_step();

    CHECK_FALSE(release.ledger.failed);
    CHECK(release.effects() == Effects{"create Job/migrate"});
}

TEST_CASE(
    "a hook's object that nobody has seen is looked for, not guessed about", "[machine][hook]"
) {
    Situation release = at_state(RunState::Created);
    release.live.clear();

    CHECK(release.effects() == Effects{"look Job/migrate"});
    CHECK_FALSE(release.judged(job).failure);
}

TEST_CASE("a hook's verdict that may change by itself is looked at in time", "[machine][hook]") {
    Situation release = at_state(RunState::Created);
    Observation seen = run_object(release);
    seen.completion.look_again = noon + std::chrono::seconds(60);
    release.sees(job, seen);

    CHECK(release.step().look_again == noon + std::chrono::seconds(60));
    release.now = noon + std::chrono::seconds(60);
    CHECK(release.effects() == Effects{"look Job/migrate"});
}

TEST_CASE("a hook whose creation is refused waits or fails, saying why", "[machine][hook]") {
    Situation release = at_state(RunState::Intended);
    release.refuses(job, {ErrorKind::Unavailable, "no answer"});
    CHECK(release.effects().empty());
    CHECK(release.judged(job).why == "no answer");
    release.now += std::chrono::milliseconds(100);
    CHECK(release.effects() == Effects{"create Job/migrate"});

    release.refuses(job, {ErrorKind::Forbidden, "may not create jobs"});
    CHECK(release.judged(job).failure->message == "Job/migrate: may not create jobs");
}
