#include "core/base/dense_map.hpp"

#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace slipway;

namespace {

using Numbers = DenseMap<int, std::string>;

Numbers numbers_up_to(int last) {
    Numbers numbers;
    for (int number = 0; number <= last; ++number)
        numbers[number] = "a text that no string keeps within itself: " + std::to_string(number);
    return numbers;
}

}  // namespace

TEST_CASE("a map that was copied or moved has its entries for itself", "[dense_map]") {
    Numbers first = numbers_up_to(999);
    const Numbers copied = first;
    first.clear();
    Numbers refilled = numbers_up_to(999);
    const Numbers moved = std::move(refilled);

    CHECK(first.empty());
    CHECK(copied == moved);
    CHECK(copied.size() == 1000);
}

TEST_CASE("threads fill and empty maps at once", "[dense_map]") {
    const Numbers expected = numbers_up_to(99);
    std::vector<int> wrong(4, 0);
    std::vector<std::jthread> threads;
    for (int& mine : wrong) {
        threads.emplace_back([&] {
            for (int round = 0; round < 200; ++round)
                mine += numbers_up_to(99) == expected ? 0 : 1;
        });
    }
    threads.clear();
    CHECK(wrong == std::vector<int>(4, 0));
}
