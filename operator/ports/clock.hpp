/// What time it is, asked once a step at the edge.
#pragma once

#include "core/base/time.hpp"

namespace slipway::ports {

class Clock {
public:
    virtual ~Clock() = default;
    /// Wall-clock time that never jumps while the process lives (anchored once, then
    /// CLOCK_BOOTTIME).
    virtual Time now() const = 0;
};

}  // namespace slipway::ports
