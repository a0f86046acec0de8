#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using nlohmann::json;
using slipway::manifest::read_value;

TEST_CASE("maps, lists, anchors and merge keys become the JSON of kubectl", "[manifest]") {
    struct Row {
        const char* yaml;
        const char* expected;
    };
    const auto row = GENERATE(
        Row{"", "null"},
        Row{"# nothing\n", "null"},
        Row{"a: [1, {b: c}, d: e]\n", R"({"a":[1,{"b":"c"},{"d":"e"}]})"},
        Row{"a: [1,]\nb: {x: 1,}\n", R"({"a":[1],"b":{"x":1}})"},
        Row{"a: {b, c: }\n", R"({"a":{"b":null,"c":null}})"},
        Row{"- - 1\n  - 2\n-\n", "[[1,2],null]"},
        Row{"a: &x {k: [1]}\nb: *x\n", R"({"a":{"k":[1]},"b":{"k":[1]}})"},
        Row{"a: &x 1\nb: &x 2\nc: *x\n", R"({"a":1,"b":2,"c":2})"},
        Row{"a: &x k\n*x : v\n", R"({"a":"k","k":"v"})"},
        Row{"b: &b {x: 1, z: 2}\nd:\n  <<: *b\n  x: 9\n",
            R"({"b":{"x":1,"z":2},"d":{"x":9,"z":2}})"},
        Row{"b: &b {x: 1, z: 2}\nd:\n  x: 9\n  <<: *b\n",
            R"({"b":{"x":1,"z":2},"d":{"x":1,"z":2}})"},
        Row{"d:\n  <<: {x: 1}\n  z: 2\n", R"({"d":{"x":1,"z":2}})"},
        Row{"d:\n  !!merge <<: {x: 1}\n", R"({"d":{"x":1}})"},
        Row{"d:\n  \"<<\": {x: 1}\n", R"({"d":{"<<":{"x":1}}})"},
        Row{"d:\n  <<: [{x: 1}, {x: 2, z: 3}]\n", R"({"d":{"x":1,"z":3}})"},
        Row{"d:\n  <<: {x: 1}\n  <<: {z: 2}\n", R"({"d":{"x":1,"z":2}})"},
        Row{"%YAML 1.1\n---\na: 1\n", R"({"a":1})"},
        Row{"%TAG ! tag:yaml.org,2002:\n---\na: !int \"1\"\n", R"({"a":1})"},
        Row{"\xEF\xBB\xBF"
            "a: 1\n",
            R"({"a":1})"},
        Row{"a: 1\r\nb:\r\n  - 2\r\n", R"({"a":1,"b":[2]})"},
        Row{R"({"a": 1.0, "b": "\ud83d\ude00\/", "c": -5,
                "d": 18446744073709551615, "e": [true, null]})",
            R"({"a":1,"b":"😀/","c":-5,"d":18446744073709551615,"e":[true,null]})"},
        Row{"{\t\"a\":\n\t1}", R"({"a":1})"},
        Row{"{a: yes} # YAML after all\n", R"({"a":true})"}
    );
    CAPTURE(row.yaml);

    const auto value = read_value("shop.yaml", row.yaml);

    REQUIRE(value);
    CHECK(value->dump() == json::parse(row.expected).dump());
}

TEST_CASE("what no one can have meant is refused where it stands", "[manifest]") {
    struct Row {
        const char* yaml;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"a: 1\nb: 2\na: 3\n",
            "3:1 (document 1): the key \"a\" stands twice in one map; remove one of them (the "
            "first is "
            "at 1:1)"},
        Row{R"({"a": {"b": 1, "b": 2}})",
            "1:16 (document 1): the key \"b\" stands twice in one map; remove one of them (the "
            "first is "
            "at 1:8)"},
        Row{"1: a\n\"1\": b\n",
            "2:1 (document 1): the key \"1\" stands twice in one map; remove one of them (the "
            "first is "
            "at 1:1)"},
        Row{"~: 1\n", "1:1 (document 1): a key is empty; write it as text"},
        Row{"a: {{ .Values.x }}\n",
            "1:5 (document 1): a map or list stands where a key must be; quote a text that begins "
            "with "
            "{ or [, and render a template first"},
        Row{"a: &x [1]\n? *x\n: b\n",
            "2:3 (document 1): a key is a map or a list; write it as text"},
        Row{"a: [,]\n", "1:5 (document 1): an item is missing before this comma"},
        Row{"a: [1,,2]\n", "1:7 (document 1): an item is missing before this comma"},
        Row{"a: {,}\n", "1:5 (document 1): a key is empty; write it as text"},
        Row{"a: &a [*a]\n",
            "1:8 (document 1): this alias stands inside the value that it repeats; write it out"},
        Row{"a: *q\n",
            "1:4 (document 1): this alias repeats an anchor that is not above it in this document; "
            "quote a text that begins with *"},
        Row{"d:\n  <<: 1\n",
            "2:7 (document 1): the merge key << takes a map, an alias of a map, or a list of maps"},
        Row{"b: &b [{x: 1}]\nd:\n  <<: *b\n",
            "3:7 (document 1): the merge key << takes a map, an alias of a map, or a list of maps"},
        Row{"d:\n  <<: [{x: 1}, 2]\n",
            "2:7 (document 1): the merge key << takes a map, an alias of a map, or a list of maps"},
        Row{"a: \"x\nb: 2\n", "1:4 (document 1): this quote is never closed; close it with \""},
        Row{"a: 'it''s\n", "1:4 (document 1): this quote is never closed; close it with '"},
        Row{"a: !!str &x \"x\n", "1:13 (document 1): this quote is never closed; close it with \""},
        Row{"a: \"x", "1:4 (document 1): this quote is never closed; close it with \""},
        Row{"a: 1\n%foo\n", "2:1 (document 1): a line cannot begin with %; quote the text"},
        Row{"%foo: 1\n", "1:1 (document 1): a line cannot begin with %; quote the text"},
        Row{"%YAML 1.2\n---\na: 1\n",
            "1:1 (document 1): kubectl reads YAML 1.1 and no other version; remove this line"},
        Row{"9223372036854775808: 1\n",
            "1:1 (document 1): a key is a number that is too large; write it as text"},
        Row{"'a':1\n",
            "1:4 (document 1): the document has ended before this; check the indentation, or begin "
            "a "
            "new document with a line ---"},
        Row{"a: [x, b?c]\n",
            "1:8 (document 1): a ? in a text within brackets ends the text to kubectl; quote it"},
        Row{"a: b: c\n",
            "1:5 (document 1): a \": \" that YAML does not allow here; quote the value if it holds "
            "a "
            "colon, and check the indentation"},
        Row{"\xEF\xBB\xBF"
            "a: @x\n",
            "1:4 (document 1): a value cannot begin with this character; quote the text"},
        Row{"a: * x\n", "1:5 (document 1): after * stands the name of an anchor; quote the text"},
        Row{"a:\n\tb: 1\n", "2:3 (document 1): a tab in the indentation; use spaces"},
        Row{"a: @x\n",
            "1:4 (document 1): a value cannot begin with this character; quote the text"},
        Row{"a: {b: :c}\n",
            "1:8 (document 1): a value cannot begin with this character; quote the text"},
        Row{"a: 1\nb\n",
            "2:1 (document 1): a key without a colon; write it as \"key: value\", or indent it if "
            "it goes on"},
        Row{"a:\n[]\n", "2:1 (document 1): this stands no further right than its key; indent it"},
        Row{"a: &x 1\nb:\n*x\n",
            "3:1 (document 1): this stands no further right than its key; indent it"},
        Row{"-\tx\n", "1:2 (document 1): a tab behind the dash of a list; use spaces"},
        Row{"-\n\t- x\n", "2:2 (document 1): a tab in the indentation; use spaces"},
        Row{"a: &b.c x\n",
            "1:4 (document 1): the name of an anchor or alias has letters, digits, - and _ only; "
            "quote a text that begins with & or *"},
        Row{"a: [1, 2\nb: 3\n",
            "2:2 (document 1): a [ before this is not closed; close it with ], or quote the text"},
        Row{"a:\n  b: 1\n c: 2\n",
            "3:2 (document 1): this does not belong to the map above it; check its indentation"}
    );
    CAPTURE(row.yaml);

    const auto value = read_value("shop.yaml", row.yaml);

    REQUIRE_FALSE(value);
    CHECK(value.error().kind == slipway::ErrorKind::InvalidManifest);
    CHECK(value.error().message == "shop.yaml:" + std::string(row.message));
}

TEST_CASE("only text in UTF-8 without control characters is read", "[manifest][guards]") {
    struct Row {
        std::string text;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"a: \xFF\n", "1:4 (document 1): byte 0xFF is not UTF-8; save the text as UTF-8"},
        Row{"a: \xC3", "1:4 (document 1): byte 0xC3 is not UTF-8; save the text as UTF-8"},
        Row{"a: \xC0\xAF\n", "1:4 (document 1): byte 0xC0 is not UTF-8; save the text as UTF-8"},
        Row{"a: \xED\xA0\x80\n",
            "1:4 (document 1): byte 0xED is not UTF-8; save the text as UTF-8"},
        Row{"a: \xF4\x90\x80\x80\n",
            "1:4 (document 1): byte 0xF4 is not UTF-8; save the text as UTF-8"},
        Row{"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80: \x04\n",
            "1:6 (document 1): a control character (byte 0x04); remove it, or write it as an "
            "escape in "
            "double quotes: \"\\x04\""},
        Row{std::string("a: \0\n", 5),
            "1:4 (document 1): a control character (byte 0x00); remove it, or write it as an "
            "escape in "
            "double quotes: \"\\x00\""},
        Row{"a: 1\nb: \x7F\n",
            "2:4 (document 1): a control character (byte 0x7F); remove it, or write it as an "
            "escape in "
            "double quotes: \"\\x7F\""},
        Row{"a: 1\rb: 2\r",
            "1:5 (document 1): a carriage return that ends no line; save the text with plain line "
            "ends"},
        Row{"a: x\xE2\x80\xA8y\n",
            "1:5 (document 1): a line or paragraph separator (U+0085, U+2028 or U+2029), which "
            "ends "
            "a line to kubectl; remove it, or write it as an escape in double quotes: "
            "\"\\u2028\""},
        Row{"a: x\xE2\x80\xA9y\n",
            "1:5 (document 1): a line or paragraph separator (U+0085, U+2028 or U+2029), which "
            "ends "
            "a line to kubectl; remove it, or write it as an escape in double quotes: "
            "\"\\u2028\""},
        Row{"a: x\xC2\x85y\n",
            "1:5 (document 1): a line or paragraph separator (U+0085, U+2028 or U+2029), which "
            "ends "
            "a line to kubectl; remove it, or write it as an escape in double quotes: "
            "\"\\u2028\""},
        Row{"{\"a\": \"\xFF\"}", "1:8 (document 1): byte 0xFF is not UTF-8; save the text as UTF-8"}
    );

    const auto value = read_value("shop.yaml", row.text);

    REQUIRE_FALSE(value);
    CHECK(value.error().message == "shop.yaml:" + std::string(row.message));
}
