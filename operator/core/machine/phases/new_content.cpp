#include "core/machine/hook_removal.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/running_hook.hpp"

namespace slipway::machine {
namespace {

/// A failed attempt had its time: its hook is not waited for any longer. What has come to its end
/// by itself is written down instead.
bool must_be_ended(const World& world, const HookRun& run) {
    const Observation* seen = known(world.live, run.object);
    const bool is_over = seen != nullptr && !seen->terminating && run.state == RunState::Created &&
                         seen->completion.state != readiness::State::Progressing;
    if (is_over && !world.ledger.failed) return false;
    return world.release.spec.supersede == Supersede::Terminate || world.ledger.failed;
}

}  // namespace

void on_new_content(Draft& draft) {
    const World& world = draft.world();
    if (!world.release.has_finalizer) draft.decision().set_finalizer = true;
    const HookRun* running = running_hook(world);
    if (running != nullptr && !must_be_ended(world, *running)) return on_deploying(draft);
    const std::string before = "the new content is deployed";
    if (!end_running_hook(draft, before) || !remove_hooks_given_up(draft, before)) return;
    begin_revision(draft);
}

}  // namespace slipway::machine
