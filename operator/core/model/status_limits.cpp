#include "core/model/status_limits.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/text.hpp"

namespace slipway::limits {
namespace {

// The lengths of lists and texts of the CRD's schema.
constexpr std::size_t waiting_for_items = 20;
constexpr std::size_t stage_items = 500;
constexpr std::size_t hook_items = 200;
constexpr std::size_t warning_items = 100;
constexpr std::size_t entry_items = 100;
constexpr std::size_t history_items = 100;
constexpr std::size_t condition_items = 8;
constexpr std::size_t name_bytes = 512;
constexpr std::size_t message_bytes = 1024;
constexpr std::size_t condition_bytes = 4096;

void shorten(std::string& text, std::size_t bytes) { text = shortened(text, bytes); }

template <class T>
void keep_first(std::vector<T>& items, std::size_t count) {
    if (items.size() > count) items.resize(count);
}

template <class T>
void keep_last(std::vector<T>& items, std::size_t count) {
    if (items.size() <= count) return;
    items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(count));
}

bool is_unfinished(ProgressState state) {
    return state == ProgressState::Running || state == ProgressState::Failed;
}

/// One entry for all stages of `state`, which is Done or Pending.
std::optional<StageProgress> counted(
    const std::vector<StageProgress>& stages, ProgressState state
) {
    StageProgress sum{.state = state};
    int count = 0;
    for (const StageProgress& stage : stages) {
        if (stage.state != state) continue;
        if (count++ == 0) sum.started_at = stage.started_at;
        sum.finished_at = stage.finished_at;
        sum.total += stage.total;
        sum.ready += stage.ready;
    }
    if (count == 0) return std::nullopt;
    sum.name = format("{} stages", count);
    return sum;
}

/// What is at work stays as it is; what lies behind and before it becomes one entry each.
void count_stages(ReleaseStatus& status) {
    constexpr std::size_t shown = 10;
    std::vector<StageProgress> kept;
    const auto done = counted(status.stages, ProgressState::Done);
    const auto pending = counted(status.stages, ProgressState::Pending);
    if (done) kept.push_back(*done);
    std::copy_if(
        status.stages.begin(),
        status.stages.end(),
        std::back_inserter(kept),
        [](const StageProgress& stage) { return is_unfinished(stage.state); }
    );
    keep_first(kept, shown);
    if (pending) kept.push_back(*pending);
    status.stages = std::move(kept);
}

/// What is at work or failed stays longest, then what ran last.
void keep_hooks(std::vector<HookProgress>& hooks, std::size_t count) {
    if (hooks.size() <= count) return;
    const auto rest =
        std::stable_partition(hooks.begin(), hooks.end(), [](const HookProgress& hook) {
            return is_unfinished(hook.state);
        });
    std::reverse(rest, hooks.end());
    hooks.resize(count);
}

void drop_hook_messages(ReleaseStatus& status) {
    constexpr std::size_t shown = 20;
    keep_hooks(status.hooks, shown);
    for (HookProgress& hook : status.hooks)
        hook.message.clear();
}

/// The first ones stay, and the last says how many are missing.
void keep_warnings(std::vector<Warning>& warnings, std::size_t count) {
    if (warnings.size() <= count) return;
    const auto missing = warnings.size() - count + 1;
    warnings.resize(count);
    warnings.back() = {.message = format("{} more warnings are not shown here", missing)};
}

void drop_warnings(ReleaseStatus& status) { keep_warnings(status.warnings, 10); }

void drop_entries(ReleaseStatus& status) { status.inventory.entries.clear(); }

void drop_history(ReleaseStatus& status) {
    constexpr std::size_t shown = 10;
    keep_last(status.history, shown);
    for (HistoryEntry& entry : status.history)
        entry.message.clear();
}

void shorten_texts(ReleaseStatus& status) {
    constexpr std::size_t shown = 200;
    for (std::string& what : status.waiting_for)
        shorten(what, shown);
    for (StageProgress& stage : status.stages)
        shorten(stage.name, shown);
    for (HookProgress& hook : status.hooks)
        shorten(hook.name, shown);
    for (Warning& warning : status.warnings)
        shorten(warning.message, shown);
    for (StatusCondition& condition : status.conditions)
        shorten(condition.message, shown * 4);
}

constexpr std::array<Eviction, 6> evictions{
    count_stages, drop_hook_messages, drop_warnings, drop_entries, drop_history, shorten_texts};

void bound_lists(ReleaseStatus& status) {
    keep_first(status.waiting_for, waiting_for_items);
    if (status.stages.size() > stage_items) count_stages(status);
    keep_hooks(status.hooks, hook_items);
    keep_warnings(status.warnings, warning_items);
    keep_first(status.inventory.entries, entry_items);
    keep_last(status.history, history_items);
    keep_first(status.conditions, condition_items);
}

void bound_texts(ReleaseStatus& status) {
    for (std::string& what : status.waiting_for)
        shorten(what, name_bytes);
    for (StageProgress& stage : status.stages)
        shorten(stage.name, name_bytes);
    for (HookProgress& hook : status.hooks)
        shorten(hook.message, message_bytes);
    for (Warning& warning : status.warnings) {
        shorten(warning.message, message_bytes);
        shorten(warning.object, name_bytes);
    }
    for (std::string& entry : status.inventory.entries)
        shorten(entry, name_bytes);
    for (HistoryEntry& entry : status.history)
        shorten(entry.message, message_bytes);
    for (StatusCondition& condition : status.conditions)
        shorten(condition.message, condition_bytes);
}

}  // namespace

ReleaseStatus bounded(ReleaseStatus status) {
    bound_lists(status);
    bound_texts(status);
    if (status.stage) shorten(status.stage->name, name_bytes);
    return status;
}

Eviction eviction(std::size_t index) {
    return index < evictions.size() ? evictions[index] : nullptr;
}

}  // namespace slipway::limits
