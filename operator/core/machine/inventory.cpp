#include "core/machine/inventory.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace slipway::machine {
namespace {

/// What the inventory remembers of a unit, as the unit and its entry both have it.
auto planned(auto& of, auto& order) {
    return std::tie(of.version, order, of.group, of.delete_phase, of.delete_phase_given, of.keep);
}

const std::vector<ObjectId>& delete_after_of(const plan::Unit& unit) {
    static const std::vector<ObjectId> nothing;
    return unit.special ? unit.special->delete_after : nothing;
}

InventoryEntry entry_of(const plan::Unit& unit, int order, const InventoryEntry* before) {
    InventoryEntry entry = before == nullptr ? InventoryEntry{} : *before;
    entry.id = unit.id;
    planned(entry, entry.order) = planned(unit, order);
    entry.propagation = unit.propagation();
    entry.delete_after = delete_after_of(unit);
    return entry;
}

/// Nothing where the inventory has the unit as it is planned.
std::optional<InventoryEntry> changed_entry(
    const Inventory& inventory, const plan::Unit& unit, int order
) {
    const auto before = inventory.find(unit.id);
    if (before == inventory.end()) return entry_of(unit, order, nullptr);
    const InventoryEntry& known = before->second;
    const bool goes_alike = known.propagation == unit.propagation() &&
                            std::ranges::equal(known.delete_after, delete_after_of(unit));
    if (goes_alike && planned(known, known.order) == planned(unit, order)) return std::nullopt;
    return entry_of(unit, order, &known);
}

}  // namespace

bool list_in_inventory(Draft& draft, const plan::Plan& plan) {
    std::vector<InventoryEntry> changed;
    int order = 0;
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (unit.action != plan::Action::Apply) continue;
            if (auto entry = changed_entry(draft.ledger().inventory, unit, order))
                changed.push_back(*std::move(entry));
            ++order;
        }
    }
    if (changed.empty()) return false;
    for (InventoryEntry& entry : changed)
        draft.edit().inventory[entry.id] = std::move(entry);
    return true;
}

}  // namespace slipway::machine
