/// How fast things may follow one another: one at each `interval`, and a `burst` of them at once
/// after a quiet time (the generic cell rate algorithm).
#pragma once

#include <algorithm>
#include <chrono>

namespace slipway::telemetry {

class Pace {
public:
    using Clock = std::chrono::steady_clock;

    Pace(Clock::duration interval, int burst)
        : interval_(interval), lead_(interval * (burst - 1)) {}

    /// When the next may go, which then has gone.
    Clock::time_point next(Clock::time_point now) {
        const auto when = std::max(now, owed_until_ - lead_);
        owed_until_ = std::max(when, owed_until_) + interval_;
        return when;
    }

private:
    Clock::duration interval_;
    Clock::duration lead_;
    Clock::time_point owed_until_{};
};

}  // namespace slipway::telemetry
