#include <nlohmann/json.hpp>

#include "core/condition/path.hpp"
#include "support/catch.hpp"

using namespace slipway;
using condition::MissingKeys;
using condition::Path;
using nlohmann::json;

namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

}  // namespace

TEST_CASE("an expression beyond a limit is too large", "[condition][path]") {
    const auto compile_kind = [](const std::string& text) {
        const auto path = Path::compile(text);
        return path ? ErrorKind::Internal : path.error().kind;
    };

    CHECK(compile_kind("." + std::string(9000, 'a')) == ErrorKind::TooLarge);
    CHECK(compile_kind(".a" + repeated("[?(@", 65) + repeated(")]", 65)) == ErrorKind::TooLarge);
    CHECK(compile_kind(repeated("{range .a}", 65) + repeated("{end}", 65)) == ErrorKind::TooLarge);
    CHECK(Path::compile(".a" + repeated("[?(@", 64) + repeated(")]", 64)));
    CHECK(Path::compile(repeated("{range .a}", 64) + repeated("{end}", 64)));
}

TEST_CASE("a walk over too many values is too large, not slow", "[condition][path]") {
    const json wide(std::vector<int>(400, 1));
    const auto* text = GENERATE(
        "{@[*][*]}",
        "{range @[*]}{range @[*]}{@}{end}{end}",
        "{range @[*]}{range @}{@}{end}{end}",
        "{..}"
    );
    CAPTURE(text);
    json nested = json::array();
    for (int i = 0; i < 400; ++i)
        nested.push_back(wide);

    const auto printed = Path::compile(text).value().print(nested);

    REQUIRE_FALSE(printed);
    CHECK(printed.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("the budget is 100,000 values", "[condition][path]") {
    const auto path = Path::compile("{@[?(@==1)]}").value();

    CHECK(path.print(json(std::vector<int>(60'000, 0))));
    const auto beyond = path.print(json(std::vector<int>(100'000, 0)));

    REQUIRE_FALSE(beyond);
    CHECK(beyond.error().kind == ErrorKind::TooLarge);
    CHECK(
        beyond.error().message ==
        "the JSONPath looks at more than 100000 values; write a more specific path"
    );
}

TEST_CASE("more text than an object can hold is neither printed nor copied", "[condition][path]") {
    const json heavy{{"text", std::string(1024 * 1024, 'x')}};
    const auto five = Path::compile(repeated("{.text}", 5)).value();

    const auto printed = five.print(heavy);
    const auto selected = five.select(heavy);

    REQUIRE_FALSE(printed);
    CHECK(printed.error().kind == ErrorKind::TooLarge);
    REQUIRE_FALSE(selected);
    CHECK(selected.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("a document may nest as deep as it likes, what is selected not", "[condition][path]") {
    json deep = 1;
    for (int i = 0; i < 5000; ++i)
        deep = json{{"d", std::move(deep)}};

    const auto below = Path::compile("{..nothing}").value().select(deep, MissingKeys::Allow);
    const auto printed = Path::compile("{@}").value().print(deep);
    const auto selected = Path::compile("{@}").value().select(deep);

    CHECK(below);
    REQUIRE_FALSE(selected);
    CHECK(selected.error().kind == ErrorKind::TooLarge);
    REQUIRE_FALSE(printed);
    CHECK(printed.error().kind == ErrorKind::TooLarge);
}
