/// The deployment state machine: one pure step from what is, to what to do next.
///
/// Level-triggered: it looks at what is, never at which event came. Per stage three questions: is
/// something missing or outdated? apply it. Is something not ready? wait, saying why. Else advance.
/// A step performs nothing; a crash between any two of the effects it asks for costs one repeated
/// step.
#pragma once

#include "core/machine/decision.hpp"
#include "core/machine/world.hpp"

namespace slipway::machine {

Decision step(const World& world);

}  // namespace slipway::machine
