#include "core/model/release_status.hpp"

#include <algorithm>
#include <array>

namespace slipway {
namespace {

/// The member of `all` whose word() is `text`.
template <class Enum, std::size_t count>
std::optional<Enum> worded(const std::array<Enum, count>& all, std::string_view text) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Enum value) { return word(value) == text; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

auto place_of(std::vector<StatusCondition>& conditions, std::string_view type) {
    return std::find_if(conditions.begin(), conditions.end(), [&](const StatusCondition& one) {
        return one.type == type;
    });
}

ReleaseStatus without_progress(ReleaseStatus status) {
    status.stage.reset();
    status.progress.clear();
    status.waiting_for.clear();
    status.stages.clear();
    status.hooks.clear();
    status.inventory = {};
    for (StatusCondition& condition : status.conditions)
        condition.message.clear();
    return status;
}

}  // namespace

std::string_view word(ReleasePhase phase) {
    switch (phase) {
        case ReleasePhase::Pending: return "Pending";
        case ReleasePhase::Deploying: return "Deploying";
        case ReleasePhase::Deployed: return "Deployed";
        case ReleasePhase::Failed: return "Failed";
        case ReleasePhase::Deleting: return "Deleting";
        case ReleasePhase::Suspended: return "Suspended";
    }
    return "";
}

std::string_view word(Operation operation) {
    switch (operation) {
        case Operation::Install: return "Install";
        case Operation::Upgrade: return "Upgrade";
        case Operation::Rollback: return "Rollback";
        case Operation::Delete: return "Delete";
    }
    return "";
}

std::string_view word(ProgressState state) {
    switch (state) {
        case ProgressState::Pending: return "Pending";
        case ProgressState::Running: return "Running";
        case ProgressState::Done: return "Done";
        case ProgressState::Failed: return "Failed";
    }
    return "";
}

std::optional<ReleasePhase> release_phase(std::string_view word) {
    using enum ReleasePhase;
    return worded(std::array{Pending, Deploying, Deployed, Failed, Deleting, Suspended}, word);
}

std::optional<Operation> operation(std::string_view word) {
    using enum Operation;
    return worded(std::array{Install, Upgrade, Rollback, Delete}, word);
}

std::optional<ProgressState> progress_state(std::string_view word) {
    using enum ProgressState;
    return worded(std::array{Pending, Running, Done, Failed}, word);
}

void set_condition(ReleaseStatus& status, StatusCondition condition) {
    const auto place = place_of(status.conditions, condition.type);
    if (place == status.conditions.end()) {
        status.conditions.push_back(std::move(condition));
        return;
    }
    if (place->status == condition.status) {
        condition.last_transition_time = place->last_transition_time;
    }
    *place = std::move(condition);
}

void remove_condition(ReleaseStatus& status, std::string_view type) {
    std::erase_if(status.conditions, [&](const StatusCondition& one) { return one.type == type; });
}

const StatusCondition* find_condition(const ReleaseStatus& status, std::string_view type) {
    const auto found = std::find_if(
        status.conditions.begin(),
        status.conditions.end(),
        [&](const StatusCondition& one) { return one.type == type; }
    );
    return found == status.conditions.end() ? nullptr : &*found;
}

bool differs_beyond_progress(const ReleaseStatus& before, const ReleaseStatus& after) {
    return without_progress(before) != without_progress(after);
}

}  // namespace slipway
