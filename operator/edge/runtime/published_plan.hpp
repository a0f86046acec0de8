/// What the watches must know of a plan to reduce its objects.
#pragma once

#include "edge/runtime/session.hpp"

namespace slipway::runtime {

/// Which objects the session's plan has units of, and what is waited for. What was reduced with
/// other requirements is forgotten. REQUIRES: a plan.
void publish_plan(Session& session);

}  // namespace slipway::runtime
