/// What earlier revisions left, for tests of the machine. Without the test harness.
#pragma once

#include "core/plan/plan.hpp"

namespace slipway::testing {

/// What a plan leaves in the inventory, with the uid that the fakes give to everything.
inline Inventory deployed_inventory(const plan::Plan& plan) {
    Inventory inventory = plan::inventory_after(plan);
    for (auto& [id, entry] : inventory)
        entry.uid = "uid";
    return inventory;
}

}  // namespace slipway::testing
