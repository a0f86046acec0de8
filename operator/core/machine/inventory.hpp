/// What the ledger lists before anything of it is applied.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// Write-ahead: every object that the plan applies is in the inventory before the first is created;
/// what earlier revisions left stays in it until its absence is proven.
/// True where the ledger had to change.
bool list_in_inventory(Draft& draft, const plan::Plan& plan);

}  // namespace slipway::machine
