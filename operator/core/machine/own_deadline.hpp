/// The deadlines that objects have of their own: `slipway.dev/timeout`.
#pragma once

#include <optional>

#include "core/machine/judgement.hpp"

namespace slipway::machine {

/// Since when the unit is waited for: since its object was applied in this attempt, or its hook was
/// started; where it stood there before, since its stage began.
Time waited_for_since(const World& world, const plan::Unit& unit);

/// None where the unit has no deadline of its own.
std::optional<Time> own_deadline(const World& world, const plan::Unit& unit);

/// "not done within slipway.dev/timeout of 5m; ", where that is so; else "".
std::string overdue_text(const World& world, const plan::Unit& unit);

/// Writes down, before the object is applied, since when it is waited for.
void start_own_clock(Draft& draft, const plan::Unit& unit);

}  // namespace slipway::machine
