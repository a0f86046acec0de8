#include "core/machine/hook_run.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

bool retry_is_asked_for(const World& world) {
    return !world.release.retry_at.empty() &&
           world.release.retry_at != world.ledger.handled_retry_at;
}

/// By its policy, as Helm does when a hook of an event fails. Of those that succeeded only Jobs and
/// Pods: what else a hook made, the next attempt may need, which does not run it again.
bool goes(const plan::Unit& unit, const HookRun& run) {
    using Policy = dialect::HookDeletePolicy;
    const auto& policy = unit.hook->delete_policy;
    if (run.state == RunState::Failed) return policy.contains(Policy::Failed);
    return run.state == RunState::Succeeded && policy.contains(Policy::Succeeded) &&
           readiness::runs_to_completion(unit.id);
}

/// The objects of hooks whose policy says so, and that are not known to be gone.
void remove_hook(Draft& draft, const plan::Unit& unit) {
    const HookRun* run = newest_run(draft.ledger(), unit);
    if (run == nullptr || run->deleted || run->uid.empty() || !goes(unit, *run)) return;
    const Observation* seen = known(draft.world().live, unit.id);
    if (seen == nullptr) return draft.look(unit.id);
    if (seen->is_absent() || seen->uid != run->uid) {
        newest_run(draft.edit(), unit)->deleted = true;
        return;
    }
    if (seen->terminating) return;
    if (draft.backs_off(unit.id)) return;
    draft.add(DeleteObject{.id = unit.id, .version = unit.version, .uid = run->uid});
}

void remove_hooks(Draft& draft) {
    if (draft.world().plan == nullptr) return;
    for (const plan::Stage& stage : draft.world().plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            if (unit.action == plan::Action::RunHook) remove_hook(draft, unit);
        }
    }
}

}  // namespace

void on_failed(Draft& draft) {
    const World& world = draft.world();
    remove_hooks(draft);
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
