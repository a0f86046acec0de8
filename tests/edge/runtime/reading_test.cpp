#include "edge/runtime/reading.hpp"

#include "core/base/text.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::runtime;

namespace {

/// Large enough that several are read at a time.
std::string many(const std::string& prefix) {
    std::string text;
    for (int i = 0; i < 500; ++i) {
        text += format(
            "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {}-{}}}\ndata: {{a: {}}}\n",
            prefix,
            i,
            std::string(1'000, 'x')
        );
    }
    return text;
}

}  // namespace

TEST_CASE(
    "objects come in the order of their texts, however these are read", "[runtime][reading]"
) {
    const auto read = read_all({{"a", many("a")}, {"b", many("b")}, {"c", many("c")}});

    REQUIRE(read);
    REQUIRE(read->size() == 1'500);
    CHECK(read->front().object.name() == "a-0");
    CHECK(read->at(500).object.name() == "b-0");
    CHECK(read->at(500).place.source == "b");
    CHECK(read->back().object.name() == "c-499");
}

TEST_CASE("of several bad texts the first is told", "[runtime][reading]") {
    const auto read = read_all({{"a", many("a")}, {"b", many("b") + "---\n- x\n"}, {"c", "- x\n"}});

    REQUIRE_FALSE(read);
    CHECK(read.error().message.starts_with("b:"));
}

TEST_CASE("no texts are no objects", "[runtime][reading]") {
    const auto read = read_all({});

    REQUIRE(read);
    CHECK(read->empty());
}
