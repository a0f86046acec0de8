#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/running_hook.hpp"

namespace slipway::machine {
namespace {

/// A failed attempt had its time: its hook is not waited for any longer.
bool must_be_ended(const World& world) {
    return world.release.spec.supersede == Supersede::Terminate || world.ledger.failed;
}

}  // namespace

void on_new_content(Draft& draft) {
    const World& world = draft.world();
    if (!world.release.has_finalizer) draft.decision().set_finalizer = true;
    if (running_hook(world) == nullptr) return begin_revision(draft);
    if (!must_be_ended(world)) return on_deploying(draft);
    end_running_hook(draft, "the new content is deployed");
}

}  // namespace slipway::machine
