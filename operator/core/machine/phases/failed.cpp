#include "core/machine/hook_removal.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

bool retry_is_asked_for(const World& world) {
    return !world.release.retry_at.empty() &&
           world.release.retry_at != world.ledger.handled_retry_at;
}

}  // namespace

void on_failed(Draft& draft) {
    const World& world = draft.world();
    remove_failed_hooks(draft);
    if (retry_is_asked_for(world)) {
        draft.edit().handled_retry_at = world.release.retry_at;
        draft.edit().failures = 0;
        return begin_attempt(draft);
    }
    if (!world.ledger.retry_at) return;
    if (world.now >= *world.ledger.retry_at) return begin_attempt(draft);
    draft.look_again_at(*world.ledger.retry_at);
}

}  // namespace slipway::machine
