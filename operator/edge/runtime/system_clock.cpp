#include "edge/runtime/system_clock.hpp"

#include <ctime>

namespace slipway::runtime {
namespace {

Duration read_clock(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::chrono::duration_cast<Duration>(
        std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec)
    );
}

}  // namespace

SystemClock::SystemClock() : offset_(read_clock(CLOCK_REALTIME) - read_clock(CLOCK_BOOTTIME)) {}

Time SystemClock::now() const { return Time(read_clock(CLOCK_BOOTTIME) + offset_); }

}  // namespace slipway::runtime
