#include "core/machine/step.hpp"

#include "core/machine/adoption.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/story.hpp"
#include "core/machine/ttl.hpp"

namespace slipway::machine {
namespace {

void decide(Draft& draft) {
    const World& world = draft.world();
    if (world.release.deleting) return on_deleting(draft);
    if (world.release.spec.suspend) return on_suspended(draft);
    if (world.ledger.suspended) return on_resumed(draft);
    if (world.desired.error) return on_refused(draft);
    if (!world.ledger.is_about(world.desired.digest)) return on_new_content(draft);
    if (world.ledger.failed) return on_failed(draft);
    switch (world.ledger.newest()->state) {
        case RevisionState::Deploying: return on_deploying(draft);
        case RevisionState::Deployed: return on_deployed(draft);
        case RevisionState::Failed:
        case RevisionState::Superseded: return on_failed(draft);
    }
}

/// What is owed to objects beside the walk.
void follow_up(Draft& draft) {
    const World& world = draft.world();
    const bool may_write =
        !world.release.spec.suspend && !world.account_error && !world.namespace_terminating;
    if (!may_write || draft.decision().farewell) return;
    remember_completions(draft);
    set_ttls(draft);
    take_fields(draft);
}

}  // namespace

Decision step(const World& world) {
    Draft draft(world);
    decide(draft);
    follow_up(draft);
    draft.decision().status = tell(draft);
    return std::move(draft).finish();
}

}  // namespace slipway::machine
