#include "core/machine/own_deadline.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/machine/hook_run.hpp"

namespace slipway::machine {
namespace {

std::optional<Duration> timeout_of(const plan::Unit& unit) {
    return unit.special ? unit.special->timeout : std::nullopt;
}

std::optional<Duration> longest_quiet_of(const plan::Unit& unit) {
    return unit.special ? unit.special->no_activity_timeout : std::nullopt;
}

std::optional<Time> end_of_timeout(const World& world, const plan::Unit& unit) {
    const auto timeout = timeout_of(unit);
    if (!timeout) return std::nullopt;
    return waited_for_since(world, unit) + *timeout;
}

/// A Job with a living pod is activity, whatever it says.
std::optional<Time> end_of_quiet(const World& world, const plan::Unit& unit) {
    const auto quiet = longest_quiet_of(unit);
    const Observation* seen = quiet ? known(world.live, unit.id) : nullptr;
    if (seen == nullptr || seen->works) return std::nullopt;
    return std::max(waited_for_since(world, unit), seen->changed_at) + *quiet;
}

}  // namespace

Time waited_for_since(const World& world, const plan::Unit& unit) {
    const Time stage = world.ledger.stage_started_at.value_or(world.now);
    if (unit.action == plan::Action::RunHook) {
        const HookRun* run = newest_run(world.ledger, unit);
        return run == nullptr ? stage : run->started_at.value_or(stage);
    }
    const auto since = world.ledger.waits_since.find(unit.id);
    return since == world.ledger.waits_since.end() ? stage : since->second;
}

std::optional<Time> own_deadline(const World& world, const plan::Unit& unit) {
    const auto late = end_of_timeout(world, unit);
    const auto quiet = end_of_quiet(world, unit);
    return late && quiet ? std::min(*late, *quiet) : (late ? late : quiet);
}

std::string overdue_text(const World& world, const plan::Unit& unit) {
    const auto late = end_of_timeout(world, unit);
    if (late && world.now >= *late)
        return format("not done within slipway.dev/timeout of {}; ", to_text(*timeout_of(unit)));
    const auto quiet = end_of_quiet(world, unit);
    if (!quiet || world.now < *quiet) return {};
    return format(
        "nothing changed for werf.io/no-activity-timeout of {}; ", to_text(*longest_quiet_of(unit))
    );
}

void start_own_clock(Draft& draft, const plan::Unit& unit) {
    if (!timeout_of(unit) && !longest_quiet_of(unit)) return;
    if (draft.ledger().waits_since.contains(unit.id)) return;
    draft.edit().waits_since.emplace(unit.id, draft.world().now);
}

}  // namespace slipway::machine
