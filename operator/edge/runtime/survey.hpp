/// First touch: what exists already under the names that a plan is going to use.
#pragma once

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Tells the session, by one list of metadata for each kind and namespace of its plan; by none
/// where all of it is followed already. Listed as the Release's account; what cannot be listed so
/// or is not served yet is left to the stage that comes to it.
void take_survey(Hands& hands, Session& session, const ports::Identity& as);

}  // namespace slipway::runtime
