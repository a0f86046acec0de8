/// Units that delete: what left the release, what a hook's policy removes, what a deletion takes
/// down.
///
/// Only what is in the ledger with its uid is deleted; absence is proven, never assumed.
#include "core/machine/hook_run.hpp"
#include "core/machine/judgement.hpp"
#include "core/machine/ownership.hpp"

namespace slipway::machine {
namespace {

/// The uid that the ledger knows for this object; "" where it never learned one.
std::string known_uid(const World& world, const plan::Unit& unit) {
    for (auto run = world.ledger.runs.rbegin(); run != world.ledger.runs.rend(); ++run) {
        if (unit.hook && run->object == unit.id) return run->uid;
    }
    const auto entry = world.ledger.inventory.find(unit.id);
    return entry == world.ledger.inventory.end() ? Interned() : entry->second.uid;
}

/// Something may stand under the name that is not the object we made.
bool is_another(const World& world, const UnitView& view) {
    const std::string uid = known_uid(world, view.unit);
    if (!uid.empty()) return view.seen->uid != uid;
    return claim(world, view.unit.id, *view.seen) != Claim::Ours;
}

/// A hook whose failure is ignored has not succeeded, and what it left tells why.
bool is_left_by_failure(const World& world, const plan::Unit& unit) {
    const HookRun* run = unit.hook ? newest_run(world.ledger, unit) : nullptr;
    return run != nullptr && run->state == RunState::Failed &&
           !unit.hook->delete_policy.contains(dialect::HookDeletePolicy::Failed);
}

std::string deletion_why(const Observation& seen) {
    if (!seen.terminating) return "not deleted yet";
    if (seen.finalizers.empty()) return "is being deleted";
    return "is being deleted; it waits for finalizer " + seen.finalizers;
}

}  // namespace

bool is_kept_for_others(const Refusal* refusal) {
    return refusal != nullptr && refusal->error.kind == ErrorKind::OwnedByAnother;
}

Judgement judge_delete(const World& world, const UnitView& view) {
    if (is_kept_for_others(view.refusal) || is_left_by_failure(world, view.unit))
        return {.started = true, .ready = true, .settled = true};
    Judgement judgement{.why = "not looked at yet"};
    judgement.failure = final_refusal(view.unit.id, view.refusal);
    if (!view.is_seen()) return judgement;
    if (view.seen->is_absent() || is_another(world, view)) {
        return {.started = true, .ready = true, .settled = true};
    }
    judgement.started = view.seen->terminating;
    judgement.why = deletion_why(*view.seen);
    if (view.refusal != nullptr) judgement.why += ": " + view.refusal->error.message;
    return judgement;
}

void advance_delete(Draft& draft, const UnitView& view, const Judgement&) {
    if (draft.backs_off(view.unit.id)) return;
    if (!view.is_seen()) {
        return draft.look(view.unit.id);
    }
    if (view.seen->terminating) return;
    draft.add(DeleteObject{
        .id = view.unit.id,
        .version = view.unit.version,
        .uid = view.seen->uid,
        .propagation = view.unit.propagation()});
}

}  // namespace slipway::machine
