#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::manifest;

namespace {

using Texts = std::vector<NamedText>;

/// Large enough to be read in several pieces.
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

/// What is done at a time may be done in any order.
void the_last_first(std::size_t pieces, const Work& work) {
    while (pieces > 0)
        work(--pieces);
}

std::string flaw_of(const Texts& texts, const Limits& limits = {}) {
    const auto read = read_sources(texts, the_last_first, limits);
    REQUIRE_FALSE(read);
    return read.error().message;
}

}  // namespace

TEST_CASE("objects come in the order of their texts, however these are read", "[manifest]") {
    const Texts texts{{"a", many("a")}, {"b", many("b")}, {"c", many("c")}};

    std::size_t pieces_read = 0;

    const auto read = read_sources(texts, [&](std::size_t pieces, const Work& work) {
        pieces_read = pieces;
        the_last_first(pieces, work);
    });

    REQUIRE(read);
    CHECK(pieces_read > texts.size());
    REQUIRE(read->size() == 1'500);
    for (std::size_t i = 0; i < 500; ++i)
        REQUIRE(read->at(500 + i).object.name() == format("b-{}", i));
    CHECK(read->front().object.name() == "a-0");
    CHECK(read->back().object.name() == "c-499");
}

TEST_CASE("a place is that in its whole source, in whatever piece it was read", "[manifest]") {
    const auto read = read_sources(Texts{{"a", many("a")}, {"b", many("b")}}, the_last_first);

    REQUIRE(read);
    CHECK(read->at(999).place.source == "b");
    CHECK(read->at(999).place.document == 500);
    CHECK(read->at(999).place.line == 2'497);
}

TEST_CASE("of several flaws the first is told", "[manifest]") {
    const std::string flaw = "---\n- x\n";

    CHECK(flaw_of({{"a", many("a")}, {"b", many("b") + flaw}, {"c", flaw}}).starts_with("b:2502:"));
    CHECK(flaw_of({{"a", flaw + many("a") + flaw}}).starts_with("a:2:1 (document 1)"));
    CHECK(
        flaw_of({{"a", many("a")}, {"b", many("b") + flaw}}, {.bytes = 500'000}).starts_with("a: ")
    );
}

TEST_CASE("what only a whole source is too much for is told of its object", "[manifest]") {
    const std::string two =
        "---\napiVersion: v1\nkind: List\nitems:\n"
        "- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n"
        "- {apiVersion: v1, kind: Pod, metadata: {name: b}}\n";

    CHECK_THAT(
        flaw_of({{"a", many("a") + two + "---\n- x\n"}}, {.documents = 502}),
        Catch::StartsWith("a:2508:1 (document 502)")
    );
    CHECK_THAT(
        flaw_of({{"a", many("a") + two + "---\n- x\n"}}, {.documents = 501}),
        Catch::StartsWith("a: more than 501 documents")
    );
    CHECK_THAT(
        flaw_of({{"a", many("a") + two}}, {.documents = 501}),
        Catch::StartsWith("a:2506:3 (document 501, Pod/b): more than 501 objects")
    );
}

TEST_CASE("no texts are no objects", "[manifest]") {
    const auto read = read_sources(Texts{});

    REQUIRE(read);
    CHECK(read->empty());
}
