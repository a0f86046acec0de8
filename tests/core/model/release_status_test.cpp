#include "core/model/release_status.hpp"

#include <functional>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Time noon = *parse_time("2026-11-20T12:00:00Z");

ReleaseStatus full_status() {
    return {
        .observed_generation = 3,
        .observed_digest = "sha256:aa",
        .phase = ReleasePhase::Deploying,
        .operation = Operation::Upgrade,
        .revision = 4,
        .attempt = 2,
        .stage = StageCursor{.index = 3, .count = 6, .name = "group -1"},
        .progress = "7/12",
        .waiting_for = {"StatefulSet/postgres: 0/1 replicas ready"},
        .stages = {{"group -1", "Group", ProgressState::Running, noon, noon + 5s, 4, 1}},
        .hooks =
            {{"pre-upgrade",
              "Job",
              "migrate",
              ProgressState::Failed,
              noon,
              noon + 1s,
              3,
              "exit code 3"}},
        .warnings = {{"SLW012", "a bad weight", "Deployment/web"}},
        .inventory = {2, "sha256:bb", {"Deployment.apps shop/web", "Secret shop/key"}},
        .history = {{3, "Install", "Deployed", noon, noon + 9s, "sha256:cc", "done"}},
        .handled_reconcile_at = "r",
        .handled_retry_at = "t",
        .conditions = {{"Ready", "False", "Progressing", "at work", 3, noon}},
    };
}

std::size_t size_of(const ReleaseStatus& status) { return to_json(status).dump().size(); }

/// A release of 10,000 objects, each a stage, a hook and a warning of its own.
ReleaseStatus huge_status() {
    ReleaseStatus status = full_status();
    for (int i = 0; i < 10'000; ++i) {
        const auto name = format("a-rather-long-name-of-an-object-{}", i);
        const auto state = i < 6'000    ? ProgressState::Done
                           : i == 6'000 ? ProgressState::Running
                                        : ProgressState::Pending;
        status.waiting_for.push_back("Deployment/" + name + ": 0/1 replicas ready");
        status.stages.push_back({name, "Group", state, noon, noon, 1, i < 6'000 ? 1 : 0});
        status.hooks.push_back(
            {"pre-install", "Job", name, state, noon, noon, 0, std::string(4000, 'x')}
        );
        status.warnings.push_back({"SLW001", std::string(300, 'w'), "Deployment/" + name});
        status.inventory.entries.push_back("Deployment.apps shop/" + name);
    }
    status.inventory.count = 10'000;
    return status;
}

}  // namespace

TEST_CASE("a status is read back as it was written", "[model][status]") {
    CHECK(status_from_json(to_json(full_status())) == full_status());
    CHECK(status_from_json(to_json({})) == ReleaseStatus{});
}

TEST_CASE("a status is written as its schema has it", "[model][status]") {
    const json expected = json::parse(R"({
        "observedGeneration": 3,
        "observedDigest": "sha256:aa",
        "phase": "Deploying",
        "operation": "Upgrade",
        "revision": 4,
        "attempt": 2,
        "stage": {"index": 3, "count": 6, "name": "group -1"},
        "progress": "7/12",
        "waitingFor": ["StatefulSet/postgres: 0/1 replicas ready"],
        "stages": [{
            "name": "group -1", "kind": "Group", "state": "Running", "total": 4, "ready": 1,
            "startedAt": "2026-11-20T12:00:00Z", "finishedAt": "2026-11-20T12:00:05Z"}],
        "hooks": [{
            "event": "pre-upgrade", "kind": "Job", "name": "migrate", "state": "Failed",
            "startedAt": "2026-11-20T12:00:00Z", "finishedAt": "2026-11-20T12:00:01Z",
            "exitCode": 3, "message": "exit code 3"}],
        "warnings": [{"rule": "SLW012", "message": "a bad weight", "object": "Deployment/web"}],
        "inventory": {
            "count": 2, "digest": "sha256:bb",
            "entries": ["Deployment.apps shop/web", "Secret shop/key"]},
        "history": [{
            "revision": 3, "operation": "Install", "state": "Deployed", "digest": "sha256:cc",
            "startedAt": "2026-11-20T12:00:00Z", "finishedAt": "2026-11-20T12:00:09Z",
            "message": "done"}],
        "lastHandled": {"reconcileAt": "r", "retryAt": "t"},
        "conditions": [{
            "type": "Ready", "status": "False", "reason": "Progressing", "message": "at work",
            "observedGeneration": 3, "lastTransitionTime": "2026-11-20T12:00:00Z"}]
    })");

    CHECK(to_json(full_status()) == expected);
}

TEST_CASE("a status of another shape leaves the fields at their defaults", "[model][status]") {
    const auto* text =
        GENERATE("null", "[]", "5", R"({"stages": 5, "stage": [], "revision": "4", "phase": "Odd",
        "inventory": [], "conditions": [7, null], "waitingFor": [1], "lastHandled": 5})");

    ReleaseStatus status = status_from_json(json::parse(text));
    status.conditions.clear();

    CHECK(status == ReleaseStatus{});
}

TEST_CASE("every word of a status can be read back", "[model][status]") {
    using enum ReleasePhase;
    for (const auto phase :
         {Pending, Deploying, Deployed, ReleasePhase::Failed, Deleting, Suspended}) {
        CHECK(release_phase(word(phase)) == phase);
    }
    for (const auto one :
         {Operation::Install, Operation::Upgrade, Operation::Rollback, Operation::Delete}) {
        CHECK(operation(word(one)) == one);
    }
    using State = ProgressState;
    for (const auto state : {State::Pending, State::Running, State::Done, State::Failed}) {
        CHECK(progress_state(word(state)) == state);
    }
    CHECK_FALSE(release_phase("deployed"));
    CHECK_FALSE(operation(""));
    CHECK_FALSE(progress_state("Odd"));
}

TEST_CASE("a condition's transition time moves only with its status", "[model][status]") {
    ReleaseStatus status;

    set_condition(status, {"Ready", "False", "Waiting", "for a", 1, noon});
    set_condition(status, {"Ready", "False", "Waiting", "for b", 2, noon + 5s});
    const auto* ready = find_condition(status, "Ready");
    REQUIRE(ready != nullptr);
    CHECK(ready->message == "for b");
    CHECK(ready->observed_generation == 2);
    CHECK(ready->last_transition_time == noon);

    set_condition(status, {"Ready", "True", "Deployed", "", 2, noon + 9s});
    CHECK(find_condition(status, "Ready")->last_transition_time == noon + 9s);

    remove_condition(status, "Ready");
    CHECK(find_condition(status, "Ready") == nullptr);
}

TEST_CASE("a status of ten thousand objects stays under 64 KiB", "[model][status]") {
    CHECK(size_of(huge_status()) < 64 * 1024);
}

TEST_CASE("a status of the largest texts stays under 64 KiB", "[model][status]") {
    ReleaseStatus status = huge_status();
    const auto* nasty = GENERATE("\"", "\\", "\n", "\xff", "é");
    std::string text;
    while (text.size() < 40'000)
        text += nasty;
    for (std::string& what : status.waiting_for)
        what = text;
    for (StageProgress& stage : status.stages) {
        stage.state = ProgressState::Running;
        stage.name = text;
    }
    for (HookProgress& hook : status.hooks)
        hook.state = ProgressState::Failed;
    status.conditions.assign(9, {"Ready", "False", "Reason", text, 1, noon});

    CHECK(size_of(status) < 64 * 1024);
}

TEST_CASE("the list of stages gives way first, as counts", "[model][status]") {
    ReleaseStatus status = full_status();
    status.stages.clear();
    for (int i = 0; i < 500; ++i) {
        const auto state = i < 300    ? ProgressState::Done
                           : i == 300 ? ProgressState::Running
                                      : ProgressState::Pending;
        status.stages.push_back({std::string(200, 's'), "Group", state, noon, noon + 1s, 2, 1});
    }

    const ReleaseStatus shown = status_from_json(to_json(status));

    REQUIRE(shown.stages.size() == 3);
    CHECK(
        shown.stages[0] ==
        StageProgress{"300 stages", "", ProgressState::Done, noon, noon + 1s, 600, 300}
    );
    CHECK(shown.stages[1].name == std::string(200, 's'));
    CHECK(shown.stages[2].name == "199 stages");
    CHECK(shown.hooks.front().message == "exit code 3");
    CHECK(shown.warnings == status.warnings);
}

TEST_CASE("messages of hooks give way before warnings", "[model][status]") {
    ReleaseStatus status = full_status();
    status.hooks.assign(150, status.hooks.front());
    for (HookProgress& hook : status.hooks)
        hook.message = std::string(1000, 'h');

    const ReleaseStatus shown = status_from_json(to_json(status));

    CHECK(shown.hooks.size() == 20);
    CHECK(shown.hooks.front().message.empty());
    CHECK(shown.warnings == status.warnings);
    CHECK(shown.inventory == status.inventory);
}

TEST_CASE("a failed hook is shown however many others ran", "[model][status]") {
    ReleaseStatus status = huge_status();
    status.hooks[5'000].state = ProgressState::Failed;
    status.hooks[5'000].name = "the-failed-one";

    const auto shown = status_from_json(to_json(status)).hooks;

    CHECK(std::any_of(shown.begin(), shown.end(), [](const HookProgress& hook) {
        return hook.name == "the-failed-one" && hook.state == ProgressState::Failed;
    }));
}

TEST_CASE("warnings that are not shown are counted", "[model][status]") {
    ReleaseStatus status = full_status();
    status.warnings.assign(250, {"SLW001", "short", ""});

    const ReleaseStatus shown = status_from_json(to_json(status));

    CHECK(shown.warnings.size() == 100);
    CHECK(shown.warnings.back().message == "151 more warnings are not shown here");
}

TEST_CASE("at most twenty objects are named as waited for, the first ones", "[model][status]") {
    ReleaseStatus status;
    for (int i = 0; i < 30; ++i)
        status.waiting_for.push_back(std::to_string(i));

    const ReleaseStatus shown = status_from_json(to_json(status));

    CHECK(shown.waiting_for.size() == 20);
    CHECK(shown.waiting_for.front() == "0");
}

TEST_CASE("what a walk brings with every step is progress, the rest is more", "[model][status]") {
    ReleaseStatus further = full_status();
    further.stage->index = 4;
    further.progress = "8/12";
    further.waiting_for.clear();
    further.stages[0].ready = 2;
    further.hooks.clear();
    further.inventory.count = 3;
    further.conditions[0].message = "waiting for another";
    CHECK_FALSE(differs_beyond_progress(full_status(), further));

    const auto differs_with = [](const std::function<void(ReleaseStatus&)>& change) {
        ReleaseStatus other = full_status();
        change(other);
        return differs_beyond_progress(full_status(), other);
    };
    CHECK(differs_with([](auto& other) { other.phase = ReleasePhase::Failed; }));
    CHECK(differs_with([](auto& other) { other.conditions[0].reason = "Deployed"; }));
    CHECK(differs_with([](auto& other) { other.conditions[0].status = "True"; }));
    CHECK(differs_with([](auto& other) { other.revision = 5; }));
    CHECK(differs_with([](auto& other) { other.attempt = 3; }));
    CHECK(differs_with([](auto& other) { other.observed_generation = 4; }));
    CHECK(differs_with([](auto& other) { other.handled_retry_at = "u"; }));
    CHECK(differs_with([](auto& other) { other.warnings.clear(); }));
}
