#include "core/base/interned.hpp"

#include <map>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "support/catch.hpp"

using namespace slipway;

namespace {

std::string long_text(int number) {
    return format("a text that no string keeps within itself, number {}", number);
}

}  // namespace

TEST_CASE("texts that are equal read equal, whoever made them", "[interned]") {
    const Interned one = long_text(1);
    const Interned same = long_text(1);
    const Interned other = long_text(2);

    CHECK(one == same);
    CHECK(one.text().data() == same.text().data());
    CHECK(one != other);
    CHECK(one == long_text(1));
    CHECK(long_text(1) == one);
    CHECK(one == std::string_view(same));
    CHECK(one + "!" == long_text(1) + "!");
    CHECK("<" + one + other == "<" + long_text(1) + long_text(2));
    CHECK(format("{:>3}", Interned("x")) == "  x");
    CHECK(nlohmann::json(one).dump() == "\"" + long_text(1) + "\"");
}

TEST_CASE("nothing is a text like any other", "[interned]") {
    const Interned none;
    CHECK(none.empty());
    CHECK(none == Interned(""));
    CHECK(none == "");
    CHECK(none < Interned("a"));
    CHECK((none + none).empty());
    CHECK_FALSE(Interned("a").empty());
}

TEST_CASE("texts are in the order of their letters", "[interned]") {
    std::map<Interned, int> by_text;
    for (const char* text : {"pear", "apple", "", "plum"})
        by_text[text] = 1;

    std::string order;
    for (const auto& [text, one] : by_text)
        order += text + ",";
    CHECK(order == ",apple,pear,plum,");
}

TEST_CASE(
    "a text lives as long as its last holder, who may have got it from another", "[interned]"
) {
    Interned kept;
    {
        const Interned first = long_text(3);
        Interned copied = first;
        kept = copied;
        const Interned moved = std::move(copied);
        CHECK(moved == first);
        kept = *&kept;
    }
    CHECK(kept == long_text(3));
}

TEST_CASE("a text may be of any length", "[interned]") {
    for (const std::size_t size : {1UL, 36UL, 64UL, 120UL, 121UL, 4096UL, 1'000'000UL}) {
        const std::string text(size, 'x');
        const Interned kept = text;
        CHECK(kept == Interned(text));
        CHECK(kept.text() == text);
        CHECK(kept != Interned(text + "y"));
    }
}

TEST_CASE("thousands of texts are told apart, and go as they came", "[interned]") {
    std::vector<Interned> kept;
    for (int round = 0; round < 2; ++round) {
        for (int number = 0; number < 10'000; ++number)
            kept.emplace_back(long_text(number));
        int wrong = 0;
        for (int number = 0; number < 10'000; ++number)
            wrong += kept[static_cast<std::size_t>(number)] == long_text(number) ? 0 : 1;
        CHECK(wrong == 0);
        kept.clear();
    }
}

TEST_CASE(
    "threads that keep and drop the same texts do not get in each other's way", "[interned]"
) {
    constexpr int rounds = 2000;
    std::vector<std::jthread> threads;
    std::vector<int> wrong(4, 0);
    for (int& mistakes : wrong) {
        threads.emplace_back([&mistakes] {
            for (int i = 0; i < rounds; ++i) {
                const Interned text = long_text(i % 3);
                const Interned copy = text;
                if (copy != Interned(long_text(i % 3))) ++mistakes;
            }
        });
    }
    threads.clear();

    CHECK(wrong == std::vector<int>(4, 0));
}
