#include <string>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using namespace slipway;
using manifest::read_objects;
using manifest::read_value;

namespace {

std::string config_map(const std::string& name, const std::string& data = "{}") {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: " + data + "\n";
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

}  // namespace

TEST_CASE("maps and lists may be nested 64 deep, in YAML and in JSON", "[manifest][limits]") {
    CHECK(read_value("deep", repeated("[", 64) + repeated("]", 64)));
    CHECK(read_value("deep", repeated("{\"a\":", 64) + "1" + repeated("}", 64)));
    CHECK(read_value("deep", repeated("- ", 64) + "x\n"));

    for (const std::string& text :
         {repeated("[", 65) + repeated("]", 65),
          repeated("{\"a\":", 65) + "1" + repeated("}", 65),
          repeated("- ", 65) + "x\n",
          repeated("a: &a [", 600)}) {
        const auto value = read_value("deep", text);

        REQUIRE_FALSE(value);
        CHECK(value.error().kind == ErrorKind::TooLarge);
        CHECK_THAT(
            value.error().message, Catch::EndsWith("maps and lists are nested deeper than 64")
        );
    }
}

TEST_CASE("aliases do not nest deeper than what is written out", "[manifest][limits]") {
    std::string yaml = "a0: &a0 [x]\n";
    for (int level = 1; level < 70; ++level)
        yaml += format("a{0}: &a{0} [*a{1}]\n", level, level - 1);

    const auto value = read_value("deep", yaml);

    REQUIRE_FALSE(value);
    CHECK(value.error().kind == ErrorKind::TooLarge);
    CHECK(
        value.error().message ==
        "deep:64:12 (document 1): with this alias, maps and lists are nested deeper than 64"
    );
}

TEST_CASE("aliases repeat at most a hundred thousand values", "[manifest][limits]") {
    std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int level = 1; level < 12; ++level)
        bomb +=
            format("a{0}: &a{0} [*a{1},*a{1},*a{1},*a{1},*a{1},*a{1},*a{1}]\n", level, level - 1);

    const auto value = read_value("bomb", bomb);

    REQUIRE_FALSE(value);
    CHECK(value.error().kind == ErrorKind::TooLarge);
    CHECK_THAT(
        value.error().message,
        Catch::Contains("anchors and aliases repeat more than 100000 values or 33554432 bytes")
    );
}

TEST_CASE("what an anchor holds counts once, and again for each alias", "[manifest][limits]") {
    const std::string yaml = "a: &a [1, 2, 3]\nb: [*a, *a, *a, *a]\n";

    const auto objects = read_objects("x", yaml, {.expanded_nodes = 16});

    REQUIRE_FALSE(objects);
    CHECK_THAT(
        objects.error().message, Catch::StartsWith("x:2:17 (document 1): anchors and aliases")
    );
}

TEST_CASE(
    "a long text is not multiplied by aliases beyond the size of a source", "[manifest][limits]"
) {
    const std::string yaml =
        "a: &a " + std::string(1000, 'x') + "\nb: [" + repeated("*a, ", 99) + "]\n";

    const auto objects = read_objects("x", yaml, {.bytes = 50'000});

    REQUIRE_FALSE(objects);
    CHECK(objects.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("an object is refused when its JSON is larger than etcd takes", "[manifest][limits]") {
    const std::string fits = config_map("web", "{a: " + std::string(900, 'x') + "}");

    CHECK(read_objects("shop.yaml", fits, {.object_bytes = 1000}));
    const auto objects = read_objects("shop.yaml", fits, {.object_bytes = 900});

    REQUIRE_FALSE(objects);
    CHECK(objects.error().kind == ErrorKind::TooLarge);
    CHECK(
        objects.error().message ==
        "shop.yaml:1:1 (document 1, ConfigMap/web): the object takes 980 bytes as JSON and the API "
        "server stores at most 900; split it"
    );
}

TEST_CASE("a source has a limit of bytes, documents and objects", "[manifest][limits]") {
    const std::string three =
        config_map("a") + "---\n" + config_map("b") + "---\n" + config_map("c");
    const std::string list =
        "apiVersion: v1\nkind: List\nitems:\n"
        "- {apiVersion: v1, kind: Secret, metadata: {name: a}}\n"
        "- {apiVersion: v1, kind: Secret, metadata: {name: b}}\n"
        "- {apiVersion: v1, kind: Secret, metadata: {name: c}}\n";
    const std::string ten = "a: &a xxxxxxxxxxxxxxxxxxxx\nb: [" + repeated("*a, ", 25) + "]\n";
    const std::string bombs = config_map("a") + ten + "---\n" + config_map("b") + ten;
    struct Row {
        std::string text;
        manifest::Limits limits;
        const char* message;
    };
    const auto row = GENERATE_COPY(
        Row{three,
            {.bytes = 100},
            "shop.yaml: 188 bytes, and one source holds at most 100; split it"},
        Row{three, {.documents = 2}, "shop.yaml: more than 2 documents in one source; split it"},
        Row{list,
            {.documents = 2},
            "shop.yaml:6:3 (document 1, List): more than 2 items in one list of objects; split it"},
        Row{list + "---\n" + list,
            {.documents = 5},
            "shop.yaml:13:3 (document 2, Secret/c): more than 5 objects in one source; split it"},
        Row{bombs,
            {.bytes = 1000},
            "shop.yaml:8:1 (document 2, ConfigMap/b): with this object, those of the source take "
            "more than 1000 bytes as JSON; split it"}
    );

    const auto objects = read_objects("shop.yaml", row.text, row.limits);

    REQUIRE_FALSE(objects);
    CHECK(objects.error().kind == ErrorKind::TooLarge);
    CHECK(objects.error().message == row.message);
}

TEST_CASE("an object may take 1.5 MiB, and a source hold 10,000 documents", "[manifest][limits]") {
    const auto text_of = [](std::size_t bytes) {
        return config_map("a", "{text: " + std::string(bytes, 'x') + "}");
    };

    CHECK(read_objects("x", text_of(1'572'000)));
    const auto too_large = read_objects("x", text_of(1'573'000));
    const auto too_many = read_objects("x", repeated("---\n" + config_map("a"), 10'001));

    REQUIRE_FALSE(too_large);
    CHECK(too_large.error().kind == ErrorKind::TooLarge);
    REQUIRE_FALSE(too_many);
    CHECK(too_many.error().message == "x: more than 10000 documents in one source; split it");
}

TEST_CASE("an object holds at most a hundred thousand keys and values", "[manifest][limits]") {
    // Six keys, what they hold, and the object itself.
    constexpr std::size_t others = 13;
    const auto fits = repeated("0,", 100'000 - others - 1) + "0";
    const auto numbers = [](const std::string& list) {
        return config_map("a", "{value: [" + list + "]}");
    };

    CHECK(read_objects("shop.yaml", numbers(fits)));
    const auto objects = read_objects("shop.yaml", numbers("0," + fits));

    REQUIRE_FALSE(objects);
    CHECK(objects.error().kind == ErrorKind::TooLarge);
    CHECK(
        objects.error().message ==
        "shop.yaml:4:199990 (document 1, ConfigMap/a): the object holds more than 100000 keys and "
        "values; split it"
    );
}

TEST_CASE("each item of a list may hold as much as an object", "[manifest][limits]") {
    const std::string item =
        "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: [" +
        repeated("0,", 60'000) + "0]}}\n";

    CHECK(read_objects("x", "apiVersion: v1\nkind: List\nitems:\n" + item + item));
}

TEST_CASE("a line of brackets is refused at the first that is too deep", "[manifest][limits]") {
    const auto value = read_value("x", "a: " + repeated("[", 100'000));

    REQUIRE_FALSE(value);
    CHECK(value.error().kind == ErrorKind::TooLarge);
    CHECK(value.error().message == "x:1:67 (document 1): maps and lists are nested deeper than 64");
}
