#include "core/machine/adoption.hpp"

#include "core/base/text.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/side_write.hpp"
#include "core/machine/terms.hpp"

namespace slipway::machine {
namespace {

/// Another stands there, or the release has given it up.
bool is_past(const World& world, const Adoption& adoption, const Observation& seen) {
    return !seen.is_present() || seen.uid != adoption.uid || seen.terminating ||
           !world.ledger.inventory.contains(adoption.id);
}

/// Nobody may see it any more.
bool is_out_of_sight(Draft& draft, const Adoption& adoption) {
    if (final_refusal(adoption.id, refusal_of(draft.world(), adoption.id))) return true;
    draft.look(adoption.id);
    return false;
}

/// True where nothing is left to do about it.
bool take_fields_of(Draft& draft, const Adoption& adoption) {
    const Observation* seen = known(draft.world().live, adoption.id);
    if (seen == nullptr) return is_out_of_sight(draft, adoption);
    if (is_past(draft.world(), adoption, *seen)) return true;
    if (claim(draft.world(), adoption.id, *seen) != Claim::Ours) return false;
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

bool note_adoption(Draft& draft, const UnitView& view) {
    const bool is_nobodys = claim(draft.world(), view.unit.id, *view.seen) == Claim::Nobodys;
    const bool is_wished = is_adopted_by_wish(draft.world(), view);
    if (!is_nobodys && !is_wished) return false;
    const std::string_view whose = is_wished ? view.seen->owner.text.text() : "nobody";
    draft.note({
        .reason = "Adopted",
        .action = "Apply",
        .text = format(
            "{} existed and belonged to {}; this release takes it", view.unit.id.title(), whose
        ),
    });
    return true;
}

void adopt_if_nobodys(Draft& draft, const UnitView& view) {
    if (!note_adoption(draft, view)) return;
    const Adoption adoption{view.unit.id, view.unit.version, view.seen->uid};
    const auto listed = draft.ledger().adoptions.find(view.unit.id);
    const bool is_listed = listed != draft.ledger().adoptions.end() && listed->second == adoption;
    if (!is_listed) draft.edit().adoptions.insert_or_assign(view.unit.id, adoption);
}

bool is_being_taken(const World& world, const UnitView& view) {
    const auto listed = world.ledger.adoptions.find(view.unit.id);
    return listed != world.ledger.adoptions.end() && view.seen->uid == listed->second.uid &&
           claim(world, view.unit.id, *view.seen) == Claim::Ours;
}

void take_fields(Draft& draft) {
    constexpr std::size_t at_a_time = 100;
    const World& world = draft.world();
    if (world.ledger.deleting) return;
    const std::size_t before = draft.decision().effects.size();
    for (const auto& [id, adoption] : world.ledger.adoptions) {
        if (draft.decision().effects.size() >= before + at_a_time) return;
        if (!take_fields_of(draft, adoption)) continue;
        draft.edit().adoptions.erase(id);
        draft.again();
    }
}

}  // namespace slipway::machine
