#include "edge/runtime/at_once.hpp"

#include <atomic>
#include <vector>

#include "support/catch.hpp"

TEST_CASE("each piece of work is done once, whatever there is of it", "[runtime]") {
    const auto pieces =
        GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{1'000});
    std::vector<std::atomic<int>> done(pieces);

    slipway::runtime::at_once(pieces, [&](std::size_t piece) { ++done.at(piece); });

    for (const auto& times : done)
        REQUIRE(times.load() == 1);
}
