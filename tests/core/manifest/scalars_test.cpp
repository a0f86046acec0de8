#include <string>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using nlohmann::json;
using slipway::manifest::read_value;

TEST_CASE("a YAML scalar means what it means to kubectl", "[manifest][scalars]") {
    struct Row {
        const char* yaml;
        const char* expected;  // JSON
    };
    const auto row = GENERATE(
        Row{"", "null"},
        Row{"~", "null"},
        Row{"null", "null"},
        Row{"NULL", "null"},
        Row{"nULL", R"("nULL")"},
        Row{"y", "true"},
        Row{"Yes", "true"},
        Row{"ON", "true"},
        Row{"True", "true"},
        Row{"tRue", R"("tRue")"},
        Row{"n", "false"},
        Row{"no", "false"},
        Row{"Off", "false"},
        Row{"FALSE", "false"},
        Row{"0", "0"},
        Row{"-1", "-1"},
        Row{"+1", "1"},
        Row{"0644", "420"},
        Row{"-0644", "-420"},
        Row{"08", "8"},
        Row{"0o14", "12"},
        Row{"0x1F", "31"},
        Row{"-0X1f", "-31"},
        Row{"0b101", "5"},
        Row{"0b2", R"("0b2")"},
        Row{"0x", R"("0x")"},
        Row{"1_000", "1000"},
        Row{"_1", R"("_1")"},
        Row{"9223372036854775807", "9223372036854775807"},
        Row{"-9223372036854775808", "-9223372036854775808"},
        Row{"18446744073709551615", "18446744073709551615"},
        Row{"-9223372036854775809", "-9223372036854776000"},
        Row{"1.2345678901234567e18", "1234567890123456800"},
        Row{"1e18", "1000000000000000000"},
        Row{"-0.0", "0"},
        Row{"1.5", "1.5"},
        Row{"1.", "1"},
        Row{".5", "0.5"},
        Row{"+.5", "0.5"},
        Row{"1.0", "1"},
        Row{"1e3", "1000"},
        Row{"1E+3", "1000"},
        Row{"1e-3", "0.001"},
        Row{"0.10", "0.1"},
        Row{"1e-999", "0"},
        Row{"1e999", R"("1e999")"},
        Row{"1e", R"("1e")"},
        Row{".", R"(".")"},
        Row{"-", "[null]"},
        Row{"1.2.3", R"("1.2.3")"},
        Row{"12:30", R"("12:30")"},
        Row{"12:30:45", R"("12:30:45")"},
        Row{"2001-12-14", R"("2001-12-14")"},
        Row{"2001-12-14T21:59:43.1Z", R"("2001-12-14T21:59:43.1Z")"},
        Row{"100Mi", R"("100Mi")"},
        Row{"inf", R"("inf")"},
        Row{"<<", R"("<<")"},
        Row{"\"1\"", R"("1")"},
        Row{"'yes'", R"("yes")"},
        Row{"\"\"", R"("")"},
        Row{"\"a\\tb\\u00e9\\x41\\/\"", R"("a\tbéA/")"},
        Row{"'it''s'", R"("it's")"}
    );
    CAPTURE(row.yaml);

    const std::string text = row.yaml;
    const auto value = read_value("shop.yaml", text == "-" ? "a:\n  -\n" : "a: " + text + "\n");

    REQUIRE(value);
    CHECK((*value)["a"].dump() == json::parse(row.expected).dump());
}

TEST_CASE("a tag decides what a scalar is", "[manifest][scalars]") {
    struct Row {
        const char* yaml;
        const char* expected;
    };
    const auto row = GENERATE(
        Row{"!!str 1", R"("1")"},
        Row{"! yes", R"("yes")"},
        Row{"!<tag:yaml.org,2002:str> 1", R"("1")"},
        Row{"!!str", R"("")"},
        Row{"!!int \"7\"", "7"},
        Row{"!!float 7", "7"},
        Row{"!!bool \"yes\"", "true"},
        Row{"!!null ''", "null"},
        Row{"!!binary aGk=", R"("hi")"},
        Row{"!custom 1", R"("1")"},
        Row{"[!custom 1]", R"(["1"])"},
        Row{"{b: !custom }", R"({"b":""})"},
        Row{"&x !custom [1, {b: !<tag:x.org,2002:y> 1}]", R"([1,{"b":"1"}])"},
        Row{"!!timestamp 2001-12-14", R"("2001-12-14")"},
        Row{"!!map {b: 1}", R"({"b":1})"}
    );
    CAPTURE(row.yaml);

    const auto value = read_value("shop.yaml", "a: " + std::string(row.yaml) + "\n");

    REQUIRE(value);
    CHECK((*value)["a"].dump() == row.expected);
}

TEST_CASE("a tag that runs into what it cannot hold is refused", "[manifest][scalars]") {
    struct Row {
        const char* yaml;
        const char* place;
    };
    const auto row = GENERATE(
        Row{"a: [!x]", "1:5"},
        Row{"a: [b, !x]", "1:8"},
        Row{"a: [!x, b]", "1:5"},
        Row{"a: {b: !x}", "1:8"},
        Row{"a: {b: !x, c: d}", "1:8"},
        Row{"a: [!]", "1:5"},
        Row{"a: [&y !x]", "1:8"},
        Row{"a: [!<tag:x.org,2002:y>]", "1:5"},
        Row{"a: !x[b]", "1:4"},
        Row{"a: !x{b: c}", "1:4"},
        Row{"a: !!int# 7", "1:4"},
        Row{"a: !x\"y\" z", "1:4"}
    );
    CAPTURE(row.yaml);

    const auto value = read_value("shop.yaml", row.yaml);

    REQUIRE_FALSE(value);
    CHECK(
        value.error().message == slipway::format(
                                     "shop.yaml:{} (document 1): a tag that runs into a sign which "
                                     "it cannot hold; quote a text that "
                                     "begins with !, and put a blank behind a tag",
                                     row.place
                                 )
    );
}

TEST_CASE("a value that is not what its tag says is refused", "[manifest][scalars]") {
    const auto* text = GENERATE("!!int x", "!!int 1.5", "!!bool 1", "!!null x", "!!float y");
    CAPTURE(text);

    const auto value = read_value("shop.yaml", "a: " + std::string(text) + "\n");

    REQUIRE_FALSE(value);
    CHECK_THAT(
        value.error().message, Catch::StartsWith("shop.yaml:1:4 (document 1): this is tagged !!")
    );
}

TEST_CASE("bytes that are no text cannot hide behind !!binary", "[manifest][scalars]") {
    const auto* text = GENERATE("!!binary /w==", "!!binary not-base64", "!!binary aGk");

    CHECK_FALSE(read_value("shop.yaml", "a: " + std::string(text) + "\n"));
}

TEST_CASE(
    "infinity and not-a-number are refused, for JSON cannot say them", "[manifest][scalars]"
) {
    const auto* text = GENERATE(".inf", "-.Inf", "+.INF", ".nan", ".NaN");
    CAPTURE(text);

    const auto value = read_value("shop.yaml", "a: " + std::string(text) + "\n");

    REQUIRE_FALSE(value);
    CHECK(
        value.error().message ==
        "shop.yaml:1:4 (document 1): JSON has no infinity and no NaN; quote it if it is meant as "
        "text"
    );
}

TEST_CASE(
    "a key of any scalar type becomes the text that kubectl makes of it", "[manifest][scalars]"
) {
    struct Row {
        const char* key;
        const char* expected;
    };
    const auto row = GENERATE(
        Row{"on", "true"},
        Row{"n", "false"},
        Row{"1", "1"},
        Row{"0x10", "16"},
        Row{"1e3", "1000"},
        Row{"1.5", "1.5"},
        Row{"0.1", "0.1"},
        Row{"1e20", "1e+20"},
        Row{"123456789.123", "1.2345679e+08"},
        Row{"1.5e300", ".inf"},
        Row{"\"<<\"", "<<"},
        Row{"? x", "x"}
    );
    CAPTURE(row.key);

    const auto value =
        read_value("shop.yaml", std::string(row.key) + (row.key[0] == '?' ? "\n: v\n" : ": v\n"));

    REQUIRE(value);
    CHECK(*value == json{{row.expected, "v"}});
}

TEST_CASE("folded and literal texts end as their indicators say", "[manifest][scalars]") {
    struct Row {
        const char* yaml;
        const char* expected;
    };
    const auto row = GENERATE(
        Row{"a: >\n  x\n  y\n\n  z\n", "x y\nz\n"},
        Row{"a: >-\n  x\n   y\n", "x\n y"},
        Row{"a: >+\n  x\n\nb: 1\n", "x\n\n"},
        Row{"a: >+\n  x\n\n\n", "x\n\n\n"},
        Row{"a: >+\n  x", "x"},
        Row{"a: >+\n  x\n   y\n\n", "x\n y\n\n"},
        Row{"a: !!str >+\n  x\n\n# comment\n", "x\n\n"},
        Row{"a: |+\n  x\n\n\nb: 1\n", "x\n\n\n"},
        Row{"a: |2\n    x\n   y\n", "  x\n y\n"},
        Row{"a: |\n  ---\n  x\n", "---\nx\n"},
        Row{"a: |\r\n  x\r\n  y\r\n", "x\ny\n"},
        Row{"a: \"x\n  y\n\n  z\"\n", "x y\nz"},
        Row{"a: \"x\n%y\"\n", "x %y"}
    );
    CAPTURE(row.yaml);

    const auto value = read_value("shop.yaml", row.yaml);

    REQUIRE(value);
    CHECK((*value)["a"] == row.expected);
}
