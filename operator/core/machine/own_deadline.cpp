#include "core/machine/own_deadline.hpp"

#include "core/base/text.hpp"
#include "core/machine/hook_run.hpp"

namespace slipway::machine {
namespace {

std::optional<Duration> timeout_of(const plan::Unit& unit) {
    return unit.special ? unit.special->timeout : std::nullopt;
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
    const auto timeout = timeout_of(unit);
    if (!timeout) return std::nullopt;
    return waited_for_since(world, unit) + *timeout;
}

std::string overdue_text(const World& world, const plan::Unit& unit) {
    const auto deadline = own_deadline(world, unit);
    if (!deadline || world.now < *deadline) return {};
    return format("not done within slipway.dev/timeout of {}; ", to_text(*timeout_of(unit)));
}

void start_own_clock(Draft& draft, const plan::Unit& unit) {
    if (!timeout_of(unit) || draft.ledger().waits_since.contains(unit.id)) return;
    draft.edit().waits_since.emplace(unit.id, draft.world().now);
}

}  // namespace slipway::machine
