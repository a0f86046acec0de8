/// What the Release says of itself: `.status`, as people and tools read it.
///
/// A cache of facts for readers, never a lock: whatever is lost here is found again in the store
/// and in the cluster. It stays under 64 KiB whatever the release's size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/time.hpp"
#include "core/model/object.hpp"

namespace slipway {

enum class ReleasePhase { Pending, Deploying, Deployed, Failed, Deleting, Suspended };
enum class Operation { Install, Upgrade, Rollback, Delete };
/// Of a stage or a hook, as status shows it.
enum class ProgressState { Pending, Running, Done, Failed };

std::string_view word(ReleasePhase phase);
std::string_view word(Operation operation);
std::string_view word(ProgressState state);
std::optional<ReleasePhase> release_phase(std::string_view word);
std::optional<Operation> operation(std::string_view word);
std::optional<ProgressState> progress_state(std::string_view word);

struct StageCursor {
    int index = 0;  ///< From 1, for people.
    int count = 0;
    std::string name{};
    bool operator==(const StageCursor&) const = default;
};

struct StageProgress {
    std::string name{};
    std::string kind{};
    ProgressState state = ProgressState::Pending;
    std::optional<Time> started_at{};
    std::optional<Time> finished_at{};
    int total = 0;
    int ready = 0;
    bool operator==(const StageProgress&) const = default;
};

struct HookProgress {
    std::string event{};
    std::string kind{};
    std::string name{};
    ProgressState state = ProgressState::Pending;
    std::optional<Time> started_at{};
    std::optional<Time> finished_at{};
    std::optional<int> exit_code{};
    std::string message{};  ///< `logTail` of the schema is filled where logs are read.
    bool operator==(const HookProgress&) const = default;
};

/// A thing in somebody's manifests that does not mean what they may think.
struct Warning {
    std::string rule{};  ///< "SLW012"
    std::string message{};
    std::string object{};  ///< "Deployment/web", or "" where it concerns none.
    bool operator==(const Warning&) const = default;
};

struct InventorySummary {
    int count = 0;
    std::string digest{};
    std::vector<std::string> entries{};  ///< The first 100, "Deployment.apps shop/web".
    bool operator==(const InventorySummary&) const = default;
};

struct HistoryEntry {
    int revision = 0;
    std::string operation{};
    std::string state{};
    std::optional<Time> started_at{};
    std::optional<Time> finished_at{};
    std::string digest{};
    std::string message{};
    bool operator==(const HistoryEntry&) const = default;
};

/// A metav1.Condition of the Release.
struct StatusCondition {
    std::string type{};
    std::string status{};  ///< "True", "False", "Unknown"
    std::string reason{};
    std::string message{};
    std::int64_t observed_generation = 0;
    Time last_transition_time{};
    bool operator==(const StatusCondition&) const = default;
};

struct ReleaseStatus {
    std::int64_t observed_generation = 0;
    std::string observed_digest{};
    ReleasePhase phase = ReleasePhase::Pending;
    std::optional<Operation> operation{};
    int revision = 0;
    int attempt = 0;
    std::optional<StageCursor> stage{};
    std::string progress{};  ///< "7/12": objects settled / objects in the plan.
    std::vector<std::string> waiting_for{};
    std::vector<StageProgress> stages{};
    std::vector<HookProgress> hooks{};
    std::vector<Warning> warnings{};
    InventorySummary inventory{};
    std::vector<HistoryEntry> history{};
    std::string handled_reconcile_at{};
    std::string handled_retry_at{};
    std::vector<StatusCondition> conditions{};
    bool operator==(const ReleaseStatus&) const = default;
};

/// Sets a condition; its transition time moves only when its status changes (metav1.Condition).
void set_condition(ReleaseStatus& status, StatusCondition condition);
void remove_condition(ReleaseStatus& status, std::string_view type);
const StatusCondition* find_condition(const ReleaseStatus& status, std::string_view type);

/// They differ in more than how far the walk has come, what it waits for, and what that is called.
bool differs_beyond_progress(const ReleaseStatus& before, const ReleaseStatus& after);

/// `.status` as the CRD's schema has it, evicting in the order of the design until it is under
/// 64 KiB.
nlohmann::json to_json(const ReleaseStatus& status);
/// Reads back what to_json wrote; what is missing or of another shape is left at its default.
ReleaseStatus status_from_json(const nlohmann::json& status);

}  // namespace slipway
