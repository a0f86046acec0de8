#include "core/machine/deadline.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/stage.hpp"

namespace slipway::machine {
namespace {

std::string first_of(const std::vector<std::string>& waiting) {
    return waiting.empty() ? "nothing in particular" : waiting.front();
}

bool works(const World& world, const plan::Unit& unit) {
    const Observation* seen = known(world.live, unit.id);
    return unit.action != plan::Action::Delete && seen != nullptr && seen->works;
}

bool anything_works(const World& world) {
    if (world.plan == nullptr) return false;
    const std::size_t stage = current_stage(*world.plan, world.ledger);
    if (stage == world.plan->stages.size()) return false;
    const auto& units = world.plan->stages[stage].units;
    return std::any_of(units.begin(), units.end(), [&](const plan::Unit& unit) {
        return works(world, unit);
    });
}

/// A Job with a living pod is activity, whatever it says.
Time last_activity(const World& world, Time begun) {
    if (anything_works(world)) return world.now;
    return std::max(world.last_activity, world.ledger.stage_started_at.value_or(begun));
}

std::optional<Error> out_of_time(Draft& draft) {
    const World& world = draft.world();
    const ReleaseSpec& spec = world.release.spec;
    const Time begun = world.ledger.operation_started_at.value_or(world.now);
    const Time active = last_activity(world, begun);
    if (world.now >= begun + spec.timeout) {
        return Error{
            ErrorKind::Timeout,
            format(
                "not done within spec.timeout of {}; still waiting for {}",
                to_text(spec.timeout),
                first_of(draft.waiting_for())
            )};
    }
    if (world.now >= active + spec.no_activity_timeout) {
        return Error{
            ErrorKind::Timeout,
            format(
                "nothing changed for spec.noActivityTimeout of {}; still waiting for {}",
                to_text(spec.no_activity_timeout),
                first_of(draft.waiting_for())
            )};
    }
    draft.look_again_at(std::min(begun + spec.timeout, active + spec.no_activity_timeout));
    return std::nullopt;
}

}  // namespace

void fail_when_out_of_time(Draft& draft) {
    if (const auto late = out_of_time(draft)) fail_attempt(draft, *late);
}

}  // namespace slipway::machine
