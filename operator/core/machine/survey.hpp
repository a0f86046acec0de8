/// First touch: what stands in the way of a plan is found out for all of its stages at once, before
/// the first of them begins, so that nothing is half-applied for an object that belongs to another.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// It brings its object into the cluster: what it does not touch cannot be in its way.
bool brings_object(const plan::Unit& unit);

/// True where no object that the plan is going to put there belongs to another. False while that is
/// being found out, and where one does: then the attempt has failed, and all of them are named.
bool is_way_clear(Draft& draft, const plan::Plan& plan);

}  // namespace slipway::machine
