#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/stage.hpp"

namespace slipway::machine {

/// A setting that adds a stage to the plan (prune switched on) is no new revision, but its stage
/// has not settled: the revision is walked on.
void on_deployed(Draft& draft) {
    const World& world = draft.world();
    if (world.plan == nullptr ||
        current_stage(*world.plan, world.ledger) == world.plan->stages.size())
        return;
    Ledger& ledger = draft.edit();
    ledger.revisions.back().state = RevisionState::Deploying;
    restart_clocks(ledger, world.now);
    draft.again();
}

}  // namespace slipway::machine
