#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

/// A hook whose object is made and whose outcome is open; nullptr where none runs.
const HookRun* running_hook(const Ledger& ledger) {
    for (const HookRun& run : ledger.runs) {
        if (run.state == RunState::Created) return &run;
    }
    return nullptr;
}

bool is_still_there(const World& world, const HookRun& run) {
    const auto seen = world.live.find(run.object);
    return seen == world.live.end() || seen->second.presence == Presence::Unknown ||
           (seen->second.is_present() && seen->second.uid == run.uid);
}

/// True once nothing of the hook runs any more.
bool terminate(Draft& draft, const HookRun& run) {
    const auto seen = draft.world().live.find(run.object);
    if (seen == draft.world().live.end() || seen->second.presence == Presence::Unknown) {
        draft.look(run.object);
        return false;
    }
    if (!is_still_there(draft.world(), run)) return true;
    draft.waits_for(
        run.object.title() + ": the running hook is ended before the new content is deployed"
    );
    if (!seen->second.terminating) {
        draft.add(DeleteObject{.id = run.object, .version = run.version, .uid = run.uid});
    }
    return false;
}

}  // namespace

void on_new_content(Draft& draft) {
    const World& world = draft.world();
    if (!world.release.has_finalizer) draft.decision().set_finalizer = true;
    const Revision* newest = world.ledger.newest();
    const HookRun* run = running_hook(world.ledger);
    const bool deploying = newest != nullptr && newest->state == RevisionState::Deploying;
    if (!deploying || run == nullptr || world.ledger.failed || !is_still_there(world, *run)) {
        return begin_revision(draft);
    }
    if (world.release.spec.supersede == Supersede::Terminate) {
        if (terminate(draft, *run)) begin_revision(draft);
        return;
    }
    on_deploying(draft);
}

}  // namespace slipway::machine
