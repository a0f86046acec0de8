/// First touch: what exists already under the names that a plan is going to use.
#pragma once

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Tells the session, for each kind and namespace of its plan by one list of metadata or, of a few
/// objects, by their names; by nothing where all of it is followed already. Read as the Release's
/// account; what cannot be read so or is not served yet is left to the stage that comes to it.
void take_survey(Hands& hands, Session& session, const ports::Identity& as);

}  // namespace slipway::runtime
