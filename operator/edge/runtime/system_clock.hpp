/// The clock of the process: wall-clock time read once, then counted on with CLOCK_BOOTTIME.
///
/// So a jump of the wall clock moves no timeout, and time spent in suspend counts (CLOCK_MONOTONIC
/// would stop there, and a lease would look held that was not).
#pragma once

#include "ports/clock.hpp"

namespace slipway::runtime {

class SystemClock final : public ports::Clock {
public:
    SystemClock();
    Time now() const override;

private:
    Duration offset_;  ///< From boot time to wall-clock time.
};

}  // namespace slipway::runtime
