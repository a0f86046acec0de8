/// Carries out what a step decided: durable writes first, then effects; nothing is decided here.
#pragma once

#include "core/machine/decision.hpp"
#include "core/model/release.hpp"
#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// An Error means that a durable write did not go through: then no effect that it stands for was
/// begun. Refused effects are no error here; the session remembers them and the next step decides.
Result<void> carry_out(
    Hands& hands,
    Session& session,
    const std::optional<ports::Identity>& as,
    const Object& live,
    const machine::Decision& decision
);

}  // namespace slipway::runtime
