/// What earlier revisions left, for tests and fuzzing of plans. Without the test harness.
#pragma once

#include "core/plan/plan.hpp"

namespace slipway::testing {

/// What a plan leaves in the inventory once it was carried out.
inline Inventory inventory_after(const plan::Plan& plan) {
    Inventory inventory;
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (unit.action != plan::Action::Apply) continue;
            inventory[unit.id] = {
                .id = unit.id,
                .version = unit.version,
                .uid = "uid",
                .digest = unit.digest,
                .order = static_cast<int>(inventory.size()),
                .group = unit.group,
                .delete_phase = unit.delete_phase,
                .delete_phase_given = unit.delete_phase_given,
                .keep = unit.keep,
            };
        }
    }
    return inventory;
}

}  // namespace slipway::testing
