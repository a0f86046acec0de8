/// No wait is without an end: spec.timeout for an operation, spec.noActivityTimeout for silence.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// Fails the attempt, saying what it still waited for, where its time is over; else the draft looks
/// again when it will be.
void fail_when_out_of_time(Draft& draft);

}  // namespace slipway::machine
