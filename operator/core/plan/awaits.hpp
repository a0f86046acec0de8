/// External dependencies: what a group or a hook waits for that is no part of the release.
#pragma once

#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

/// One unit for each thing that the items depend on, in the order of their naming.
std::vector<Unit> awaits_of(const std::vector<const Item*>& items, const Frame& frame);

/// Where the thing is that a dependency names; its kind is "" where the type is not known yet.
ObjectId id_of(const dialect::ExternalDependency& dependency, const Frame& frame);

}  // namespace slipway::plan
