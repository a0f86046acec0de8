#include "core/machine/adoption.hpp"

#include <algorithm>

#include "core/machine/ownership.hpp"
#include "core/machine/side_write.hpp"

namespace slipway::machine {
namespace {

bool is_ours(const World& world, const Adoption& adoption, const Observation& seen) {
    return seen.is_present() && seen.uid == adoption.uid &&
           claim(world, adoption.id, seen) == Claim::Ours;
}

/// Another stands there, or the release has given it up.
bool is_past(const World& world, const Adoption& adoption, const Observation& seen) {
    return !seen.is_present() || seen.uid != adoption.uid || seen.terminating ||
           !world.ledger.inventory.contains(adoption.id);
}

/// True where nothing is left to do about it.
bool take_fields_of(Draft& draft, const Adoption& adoption) {
    const Observation* seen = known(draft.world().live, adoption.id);
    if (seen == nullptr) {
        draft.look(adoption.id);
        return false;
    }
    if (is_past(draft.world(), adoption, *seen)) return true;
    if (!is_ours(draft.world(), adoption, *seen)) return false;
    const SideState state = side_state(
        draft,
        draft.world().adoption_answers,
        {adoption.id,
         adoption.uid,
         "FieldsNotTaken",
         "its old managers keep their fields, and what a later revision drops may stay"}
    );
    if (state == SideState::Due) draft.add(TakeFields{adoption});
    return state == SideState::Over;
}

}  // namespace

void adopt_if_nobodys(Draft& draft, const UnitView& view) {
    if (claim(draft.world(), view.unit.id, *view.seen) != Claim::Nobodys) return;
    draft.note({
        .reason = "Adopted",
        .action = "Apply",
        .text = view.unit.id.title() + " existed and belonged to nobody; this release takes it",
    });
    const Adoption adoption{view.unit.id, view.unit.version, view.seen->uid};
    const auto& listed = draft.ledger().adoptions;
    const bool is_listed = std::find(listed.begin(), listed.end(), adoption) != listed.end();
    if (!is_listed) draft.edit().adoptions.push_back(adoption);
}

void take_fields(Draft& draft) {
    if (draft.world().ledger.deleting) return;
    std::vector<Adoption> left;
    for (const Adoption& adoption : draft.world().ledger.adoptions) {
        if (!take_fields_of(draft, adoption)) left.push_back(adoption);
    }
    const auto& before = draft.world().ledger.adoptions;
    if (left.size() == before.size()) return;
    std::erase_if(draft.edit().adoptions, [&](const Adoption& adoption) {
        const bool was_there = std::find(before.begin(), before.end(), adoption) != before.end();
        return was_there && std::find(left.begin(), left.end(), adoption) == left.end();
    });
    draft.again();
}

}  // namespace slipway::machine
