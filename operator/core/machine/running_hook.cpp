#include "core/machine/running_hook.hpp"

#include "core/base/text.hpp"

namespace slipway::machine {
namespace {

const Observation* sighting(const World& world, const ObjectId& id) {
    const auto seen = world.live.find(id);
    const bool known = seen != world.live.end() && seen->second.presence != Presence::Unknown;
    return known ? &seen->second : nullptr;
}

bool is_gone(const HookRun& run, const Observation* seen) {
    return seen != nullptr && (seen->is_absent() || seen->uid != run.uid);
}

}  // namespace

const HookRun* running_hook(const World& world) {
    for (const HookRun& run : world.ledger.runs) {
        const bool is_open = run.state == RunState::Created;
        if (is_open && !is_gone(run, sighting(world, run.object))) return &run;
    }
    return nullptr;
}

bool end_running_hook(Draft& draft, const std::string& before) {
    const HookRun* run = running_hook(draft.world());
    if (run == nullptr) return true;
    const Observation* seen = sighting(draft.world(), run->object);
    if (seen == nullptr) {
        draft.look(run->object);
        return false;
    }
    draft.waits_for(format("{}: the running hook is ended before {}", run->object.title(), before));
    if (!seen->terminating) {
        draft.add(DeleteObject{.id = run->object, .version = run->version, .uid = run->uid});
    }
    return false;
}

}  // namespace slipway::machine
