#include "edge/telemetry/pace.hpp"

#include "support/catch.hpp"

using slipway::telemetry::Pace;
using namespace std::chrono_literals;

namespace {

const Pace::Clock::time_point noon{12h};

}  // namespace

TEST_CASE("a burst goes at once, the rest at intervals", "[telemetry][pace]") {
    Pace pace(20ms, 3);

    for (int i = 0; i < 3; ++i)
        CHECK(pace.next(noon) == noon);

    CHECK(pace.next(noon) == noon + 20ms);
    CHECK(pace.next(noon + 20ms) == noon + 40ms);
}

TEST_CASE("after a quiet time a burst goes at once again, and no more", "[telemetry][pace]") {
    Pace pace(20ms, 2);
    for (int i = 0; i < 4; ++i)
        pace.next(noon);
    const auto later = noon + 1h;

    CHECK(pace.next(later) == later);
    CHECK(pace.next(later) == later);
    CHECK(pace.next(later) == later + 20ms);
}
