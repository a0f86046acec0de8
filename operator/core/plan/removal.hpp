/// The stages that delete what the inventory holds: one for each deletion phase, ascending.
#pragma once

#include <string_view>
#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

/// In delete order. What is kept, and Namespaces, definitions and volume claims without their
/// author's consent, get no unit but a warning. `kind` is Prune or Deletion.
std::vector<Stage> removal_stages(
    const std::vector<const InventoryEntry*>& entries,
    StageKind kind,
    const Frame& frame,
    std::vector<dialect::Finding>& findings
);

}  // namespace slipway::plan
