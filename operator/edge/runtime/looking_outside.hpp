/// Looking at external dependencies: objects that a Release waits for and does not bring.
#pragma once

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Asks for what an Await unit waits for, as the Release's account, and watches it by name from
/// then on.
void look_outside(
    Hands& hands, Session& session, const ports::Identity& as, const plan::Unit& unit
);

}  // namespace slipway::runtime
