#include "core/plan/plan.hpp"

namespace slipway::plan {

Inventory inventory_after(const Plan& plan) {
    Inventory inventory;
    for (const Stage& stage : plan.stages) {
        for (const Unit& unit : stage.units) {
            if (unit.action != Action::Apply) continue;
            inventory[unit.id] = {
                .id = unit.id,
                .version = unit.version,
                .digest = unit.digest,
                .order = static_cast<int>(inventory.size()),
                .group = unit.group,
                .delete_phase = unit.delete_phase,
                .delete_phase_given = unit.delete_phase_given,
                .keep = unit.keep,
                .propagation = unit.propagation(),
                .delete_after = unit.special ? unit.special->delete_after : std::vector<ObjectId>(),
            };
        }
    }
    return inventory;
}

}  // namespace slipway::plan
