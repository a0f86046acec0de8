#include "core/base/text.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/stage.hpp"
#include "core/machine/survey.hpp"

namespace slipway::machine {
namespace {

std::string first_of(const std::vector<std::string>& waiting) {
    return waiting.empty() ? "nothing in particular" : waiting.front();
}

/// No wait is without an end.
std::optional<Error> out_of_time(Draft& draft) {
    const World& world = draft.world();
    const ReleaseSpec& spec = world.release.spec;
    const Time begun = world.ledger.operation_started_at.value_or(world.now);
    const Time active =
        std::max(world.last_activity, world.ledger.stage_started_at.value_or(begun));
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

void fail_when_out_of_time(Draft& draft) {
    if (const auto late = out_of_time(draft)) fail_attempt(draft, *late);
}

}  // namespace

bool walk_stages(Draft& draft, const plan::Plan& plan) {
    const std::size_t stage = current_stage(plan, draft.ledger());
    if (stage == plan.stages.size()) return true;
    const StageReport report = advance_stage(draft, plan, stage);
    if (report.failure) {
        fail_stage(draft, plan.stages[stage], *report.failure);
    } else if (report.settled) {
        settle(draft, plan, stage);
    } else if (!draft.decision().again && !draft.looks_first()) {
        fail_when_out_of_time(draft);
    }
    return false;
}

void on_deploying(Draft& draft) {
    const World& world = draft.world();
    if (world.plan == nullptr) {
        if (world.plan_error) fail_attempt(draft, *world.plan_error);
        return;
    }
    const bool has_settled_any = !world.ledger.settled.empty();
    if (!has_settled_any && !is_way_clear(draft, *world.plan)) {
        if (!draft.decision().again) fail_when_out_of_time(draft);
        return;
    }
    if (list_in_inventory(draft, *world.plan)) return draft.again();
    if (walk_stages(draft, *world.plan)) finish_revision(draft, *world.plan);
}

}  // namespace slipway::machine
