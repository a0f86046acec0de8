#include "core/machine/running_hook.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/machine/deadline.hpp"
#include "core/machine/hook_run.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

bool may_run(const World& world, const HookRun& run) {
    const bool is_open = run.state == RunState::Created || run.state == RunState::Intended;
    if (!is_open || !readiness::runs_to_completion(run.object)) return false;
    const Observation* seen = known(world.live, run.object);
    return seen == nullptr || (seen->is_present() && is_of(run, *seen));
}

/// So that nobody wonders later how it came out. Its end has the time of an operation.
void note_ended(Draft& draft, const HookRun& ended, const Observation& seen) {
    if (ended.ended) return;
    for (HookRun& run : draft.edit().runs) {
        if (run.marker != ended.marker) continue;
        run.ended = true;
        run.state = RunState::Created;
        run.uid = seen.uid;
    }
    restart_clocks(draft.edit(), draft.world().now);
}

std::string ending_why(const HookRun& run, const Observation& seen, const std::string& before) {
    std::string why = format("{}: the running hook is ended before {}", run.object.title(), before);
    if (!seen.terminating || seen.finalizers.empty()) return why;
    return why + "; it waits for finalizer " + seen.finalizers;
}

}  // namespace

const HookRun* running_hook(const World& world) {
    const auto& runs = world.ledger.runs;
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const HookRun& run) {
        return may_run(world, run);
    });
    return found == runs.end() ? nullptr : &*found;
}

bool end_running_hook(Draft& draft, const std::string& before) {
    const HookRun* run = running_hook(draft.world());
    if (run == nullptr) return true;
    const Observation* seen = known(draft.world().live, run->object);
    if (seen == nullptr) {
        draft.look(run->object);
        draft.waits_for(run->object.title() + ": a hook that may still run is looked for");
        return false;
    }
    draft.waits_for(ending_why(*run, *seen, before));
    // Said once; the new content begins all the same when the hook is gone at last.
    if (run->ended && !draft.world().ledger.failed) fail_when_out_of_time(draft);
    if (seen->terminating || draft.backs_off(run->object)) return false;
    note_ended(draft, *run, *seen);
    draft.add(DeleteObject{.id = run->object, .version = run->version, .uid = seen->uid});
    return false;
}

}  // namespace slipway::machine
