/// What few objects ask for, from their annotations. Of this room only.
#pragma once

#include <memory>

#include "core/plan/plan.hpp"

namespace slipway::plan {

/// nullptr where it asks for nothing of it.
std::shared_ptr<const Special> special_of(const dialect::Hints& hints);

/// The same of an object that the inventory remembers, for its deletion.
std::shared_ptr<const Special> special_of(const InventoryEntry& entry);

std::shared_ptr<const Special> with_delete_after(
    const std::shared_ptr<const Special>& special, std::vector<ObjectId> ids
);

}  // namespace slipway::plan
