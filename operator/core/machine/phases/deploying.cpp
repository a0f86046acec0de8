#include "core/machine/deadline.hpp"
#include "core/machine/inventory.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/stage.hpp"
#include "core/machine/survey.hpp"

namespace slipway::machine {

namespace {

/// After a restart the walk goes on where it was.
bool has_touched_anything(const Ledger& ledger) {
    return !ledger.settled.empty() || !ledger.runs.empty();
}

}  // namespace

void walk_stages(Draft& draft, const plan::Plan& plan) {
    const std::size_t stage = current_stage(plan, draft.ledger());
    if (stage == plan.stages.size()) return;
    const StageReport report = advance_stage(draft, plan, stage);
    if (report.failure) {
        fail_stage(draft, plan.stages[stage], *report.failure);
    } else if (report.settled) {
        settle(draft, plan, stage);
    } else if (!draft.decision().again && !draft.looks_first()) {
        fail_when_out_of_time(draft);
    }
}

void on_deploying(Draft& draft) {
    const World& world = draft.world();
    if (world.plan == nullptr) {
        if (world.plan_error) fail_attempt(draft, *world.plan_error);
        return;
    }
    if (!has_touched_anything(world.ledger) && !is_way_clear(draft, *world.plan)) {
        if (!draft.decision().again) fail_when_out_of_time(draft);
        return;
    }
    if (list_in_inventory(draft, *world.plan)) return draft.again();
    // The last stage and the revision settle in one write.
    walk_stages(draft, *world.plan);
    if (has_settled_all(*world.plan, draft.ledger())) finish_revision(draft, *world.plan);
}

}  // namespace slipway::machine
