/// Objects that belonged to nobody and are taken.
///
/// Beside us their old managers own what we apply; were that left so, a field that a later revision
/// drops would stay, because somebody else still owns it.
#pragma once

#include "core/machine/judgement.hpp"

namespace slipway::machine {

/// Says it where the unit's object belongs to nobody and is about to be applied; true there.
bool note_adoption(Draft& draft, const UnitView& view);

/// Says it, and writes down what is owed to the object afterwards.
void adopt_if_nobodys(Draft& draft, const UnitView& view);

/// True where other content must not be applied yet: what it drops would stay.
bool is_being_taken(const World& world, const UnitView& view);

/// Takes what we applied from the managers that owned it before, once it was applied.
void take_fields(Draft& draft);

}  // namespace slipway::machine
