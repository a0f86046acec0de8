#include "core/manifest/yaml_text.hpp"

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using nlohmann::json;
using nlohmann::ordered_json;
using namespace slipway::manifest;

TEST_CASE("what is written as YAML is read back as it was", "[manifest]") {
    for (const char* text :
         {"yes",    "No",     "on",         "y",          "null",    "~",   "1",   "1.0",
          "0x1f",   "1e3",    ".inf",       "2001-01-01", "12:30",   "",    " a",  "a ",
          "a: b",   "a #b",   "- a",        "#",          "'",       "\"",  "\\",  "*a",
          "&a",     "!a",     "%a",         "@a",         "a\nb",    "a\n", "\ta", "\x7f",
          "\u00e4", "\u20ac", "\U0001f680", "plain",      "apps/v1", "-",   "?"}) {
        CAPTURE(text);
        const ordered_json written{{"key", text}, {text, json::array({text})}};

        const auto read = read_value("text", yaml_text(written));

        REQUIRE(read);
        CHECK(*read == json::parse(written.dump()));
    }
}

TEST_CASE("numbers, booleans, null and what is empty keep their kinds", "[manifest]") {
    const auto written = ordered_json::parse(
        R"({"z": 1, "a": -2.5, "t": true, "n": null, "o": {}, "l": [], "deep": [{"x": [1]}]})"
    );

    const std::string text = yaml_text(written);

    CHECK(json::parse(written.dump()) == *read_value("text", text));
    CHECK(text.starts_with("z: 1\na: -2.5\n"));
}
