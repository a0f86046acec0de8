#include "core/machine/hook_removal.hpp"

#include "core/base/text.hpp"
#include "core/machine/hook_run.hpp"
#include "core/machine/judgement.hpp"

namespace slipway::machine {
namespace {

using dialect::HookDeletePolicy;

bool goes_by_policy(const plan::Unit& unit, const HookRun& run) {
    const auto& policy = unit.hook->delete_policy;
    if (run.state == RunState::Failed) return policy.contains(HookDeletePolicy::Failed);
    return run.state == RunState::Succeeded && policy.contains(HookDeletePolicy::Succeeded);
}

bool is_to_be_removed(const plan::Unit& unit, const HookRun* run) {
    return run != nullptr && !run->deleted && !run->uid.empty() && goes_by_policy(unit, *run);
}

/// The run hooks of the plan whose object is to be removed.
std::vector<const plan::Unit*> to_be_removed(const Draft& draft) {
    std::vector<const plan::Unit*> units;
    if (draft.world().plan == nullptr) return units;
    for (const plan::Stage& stage : draft.world().plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            const bool is_hook = unit.action == plan::Action::RunHook;
            if (is_hook && is_to_be_removed(unit, newest_run(draft.ledger(), unit)))
                units.push_back(&unit);
        }
    }
    return units;
}

void remove(Draft& draft, const plan::Unit& unit) {
    const HookRun& run = *newest_run(draft.ledger(), unit);
    const Observation* seen = known(draft.world().live, unit.id);
    if (seen == nullptr) return draft.look(unit.id);
    if (seen->is_absent() || seen->uid != run.uid) {
        newest_run(draft.edit(), unit)->deleted = true;
        return draft.again();
    }
    if (seen->terminating || draft.backs_off(unit.id)) return;
    draft.add(DeleteObject{.id = unit.id, .version = unit.version, .uid = run.uid});
}

bool is_refused_for_good(const World& world, const plan::Unit& unit) {
    const Refusal* refusal = refusal_of(world, unit.id);
    return is_kept_for_others(refusal) || final_refusal(unit.id, refusal).has_value();
}

bool is_on_its_way(const World& world, const plan::Unit& unit) {
    const Observation* seen = known(world.live, unit.id);
    return seen != nullptr && seen->terminating;
}

}  // namespace

void remove_failed_hooks(Draft& draft) {
    for (const plan::Unit* unit : to_be_removed(draft)) {
        const bool has_failed = newest_run(draft.ledger(), *unit)->state == RunState::Failed;
        if (has_failed || readiness::runs_to_completion(unit->id)) remove(draft, *unit);
    }
}

bool remove_hooks_given_up(Draft& draft, const std::string& before) {
    bool is_done = true;
    for (const plan::Unit* unit : to_be_removed(draft)) {
        if (is_refused_for_good(draft.world(), *unit)) continue;
        if (is_on_its_way(draft.world(), *unit)) {
            newest_run(draft.edit(), *unit)->deleted = true;
            continue;
        }
        is_done = false;
        if (!draft.ledger().given_up) draft.edit().given_up = true;
        draft.waits_for(
            format("{}: what its hook left is deleted before {}", unit->id.title(), before)
        );
        remove(draft, *unit);
    }
    return is_done;
}

}  // namespace slipway::machine
