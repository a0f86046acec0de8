/// What the Release says of itself: phase, stage, progress, what it waits for, conditions.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

ReleaseStatus tell(const Draft& draft);

}  // namespace slipway::machine
