#include "core/condition/path.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using condition::MissingKeys;
using condition::Path;
using nlohmann::json;

namespace {

const json document = json::parse(R"({
    "metadata": {"name": "web", "annotations": {"foo.bar/x": "yes"}},
    "spec": {"ports": [80, 443], "none": null, "true": "a key",
             "groups": [{"members": []}, {"members": ["ann", "bob"]}, {}],
             "rooms": [{"beds": [1]}, {"beds": [1, 2]}],
             "empty": []},
    "status": {"phase": "Running"}})");

std::string print(const Path& path) {
    const auto printed = path.print(document);
    return printed ? *printed : "error: " + printed.error().message;
}

}  // namespace

TEST_CASE("a path may leave out its braces and its leading dot", "[condition][path]") {
    struct Row {
        const char* text;
        const char* prints;
        const char* called;
    };
    const auto row = GENERATE(
        Row{"{.status.phase}", "Running", ".status.phase"},
        Row{".status.phase", "Running", ".status.phase"},
        Row{"status.phase", "Running", ".status.phase"},
        Row{"{status.phase}", "Running", ".status.phase"},
        Row{"{ .status.phase }", "Running", ".status.phase"},
        Row{"  .status.phase\n", "Running", ".status.phase"},
        Row{"$.status.phase", "Running", "$.status.phase"},
        Row{"@.status.phase", "Running", "@.status.phase"},
        Row{"['status'].phase", "Running", "['status'].phase"},
        Row{"spec.ports[1]", "443", ".spec.ports[1]"},
        Row{"spec.ports[?(@>100)]", "443", ".spec.ports[?(@>100)]"},
        Row{"spec.true", "a key", ".spec.true"},
        Row{R"(metadata.annotations.foo\.bar/x)", "yes", R"(.metadata.annotations.foo\.bar/x)"},
        Row{"{.metadata.name}-{.status.phase}", "web-Running", "{.metadata.name}-{.status.phase}"},
        Row{"is {.status.phase}", "is Running", "is {.status.phase}"},
        Row{"{range .spec.ports[*]}{@};{end}", "80;443;", "{range .spec.ports[*]}{@};{end}"},
        Row{R"({"quoted"})", "quoted", R"({"quoted"})"}
    );
    CAPTURE(row.text);

    const auto path = Path::compile(row.text);

    REQUIRE(path);
    CHECK(print(*path) == row.prints);
    CHECK(path->text() == row.called);
}

TEST_CASE("a bad path says at which character, and how it is written", "[condition][path]") {
    struct Row {
        const char* text;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"", "the JSONPath is empty; write one like .status.phase"},
        Row{" {} ", "the JSONPath is empty; write one like .status.phase"},
        Row{".",
            "the JSONPath . is wrong at character 2: a name is missing after the dot; the object "
            "itself is written @"},
        Row{".status.",
            "the JSONPath .status. is wrong at character 9: a name is missing after the "
            "dot; the object itself is written @"},
        Row{".grün.x[",
            "the JSONPath .grün.x[ is wrong at character 8: the bracket is not closed; "
            "write [0], [*] or ['name']"},
        Row{".x[]",
            "the JSONPath .x[] is wrong at character 4: the brackets say nothing; write [0], "
            "[*] or ['name']"},
        Row{".x[a]",
            "the JSONPath .x[a] is wrong at character 4: [a] is no index; write [0], [-1], "
            "[0:2], [*] or ['name']"},
        Row{".x[1:2:3:4]",
            "the JSONPath .x[1:2:3:4] is wrong at character 4: [1:2:3:4] is no index; "
            "write [0], [-1], [0:2], [*] or ['name']"},
        Row{".x['a'b]",
            "the JSONPath .x['a'b] is wrong at character 4: the quoted key is not closed; "
            "write ['name']"},
        Row{".x[?(@.a==1]",
            "the JSONPath .x[?(@.a==1] is wrong at character 12: \"]\" cannot stand "
            "here; a path is written like .a.b[0]"},
        Row{".x[?(@.a",
            "the JSONPath .x[?(@.a is wrong at character 9: the filter is not closed; "
            "write it like [?(@.type==\"Ready\")]"},
        Row{".x[?(@.a=1)]",
            "the JSONPath .x[?(@.a=1)] is wrong at character 9: \"=\" is no "
            "comparison; use == != < <= > >="},
        Row{".x[?(@.a==)]",
            "the JSONPath .x[?(@.a==)] is wrong at character 11: nothing stands right "
            "of the comparison"},
        Row{".x[?(==1)]",
            "the JSONPath .x[?(==1)] is wrong at character 6: nothing stands left of the "
            "comparison; write @.name"},
        Row{".x[?(@.a==1==2)]",
            "the JSONPath .x[?(@.a==1==2)] is wrong at character 12: a filter "
            "holds one comparison"},
        Row{".x[?(@.a==1 && @.b==2)]",
            "the JSONPath .x[?(@.a==1 && @.b==2)] is wrong at character 13: "
            "a filter holds one comparison; && and || are not known here"},
        Row{".x[?(@.a==Ready)]",
            "the JSONPath .x[?(@.a==Ready)] is wrong at character 11: \"Ready\" is "
            "not known here; a field starts with a dot (.Ready), text is quoted"},
        Row{".a....b",
            "the JSONPath .a....b is wrong at character 5: two \"..\" follow each other; "
            "one looks everywhere already"},
        Row{".a.b c",
            "the JSONPath .a.b c is wrong at character 6: \"c\" is not known here; a field "
            "starts with a dot (.c), text is quoted"},
        Row{".a}",
            "the JSONPath .a} is wrong at character 3: \"}\" cannot stand here; a path is "
            "written like .a.b[0]"},
        Row{"{.a", "the JSONPath {.a is wrong at character 4: the brace is not closed; write }"},
        Row{"{.a}{*}",
            "the JSONPath {.a}{*} is wrong at character 6: \"*\" cannot stand here; a path "
            "is written like .a.b[0]"},
        Row{"{.a}{\"b}", "the JSONPath {.a}{\"b} is wrong at character 6: the quote is not closed"},
        Row{"{.a}{\"\\q\"}",
            "the JSONPath {.a}{\"\\q\"} is wrong at character 6: \\q is no escape in "
            "quoted text; write \\n, \\t, \\\\, \\\" or \\u00e9"},
        Row{"{.a}{1.2.3}",
            "the JSONPath {.a}{1.2.3} is wrong at character 6: \"1.2.3\" is no number"},
        Row{"{.a}{b}",
            "the JSONPath {.a}{b} is wrong at character 6: \"b\" is not known here; a field "
            "starts with a dot (.b), text is quoted"},
        Row{"{range .a}x",
            "the JSONPath {range .a}x is wrong at character 1: this range has no {end}"},
        Row{"{end}", "the JSONPath {end} is wrong at character 1: this {end} has no {range}"},
        Row{"{.a}{.b\n}",
            "the JSONPath {.a}{.b\n} is wrong at character 8: the line ends inside the "
            "expression"}
    );
    CAPTURE(row.text);

    const auto path = Path::compile(row.text);

    REQUIRE_FALSE(path);
    CHECK(path.error().kind == ErrorKind::InvalidExpression);
    CHECK(path.error().message == row.message);
}

TEST_CASE("nothing is lost where client-go loses it", "[condition][path]") {
    struct Row {
        const char* text;
        const char* prints;
    };
    const auto row = GENERATE(
        // An empty list in between ends client-go's walk.
        Row{"{.spec.groups[1,0,1]['members'][*]}", "ann bob ann bob"},
        // An element that has no such place is no match.
        Row{"{.spec.rooms[?(@.beds[1])]}", R"({"beds":[1,2]})"},
        Row{"{range .spec.empty[*]}{.name}{end}after", "after"},
        Row{R"({.metadata["name"]})", "web"},
        Row{"{.spec.rooms[?(@.beds[?(@==2)])].beds[0]}", "1"}
    );
    CAPTURE(row.text);

    CHECK(print(Path::compile_template(row.text).value()) == row.prints);
}

TEST_CASE("a missing key is an error unless it is allowed", "[condition][path]") {
    const auto path = Path::compile(".spec.groups[2].members").value();

    const auto failing = path.select(document);
    const auto allowed = path.select(document, MissingKeys::Allow);

    REQUIRE_FALSE(failing);
    CHECK(failing.error().kind == ErrorKind::NotFound);
    CHECK(failing.error().message == "\"members\" is not set");
    REQUIRE(allowed);
    CHECK(allowed->empty());
}

TEST_CASE("what cannot be evaluated says what was met", "[condition][path]") {
    struct Row {
        const char* text;
        ErrorKind kind;
        const char* message;
    };
    const auto row = GENERATE(
        Row{".spec.ports[2]", ErrorKind::NotFound, "index 2 is out of range of a list of 2"},
        Row{".spec.ports[-3]", ErrorKind::NotFound, "index -1 is out of range of a list of 2"},
        Row{".spec[0]",
            ErrorKind::InvalidExpression,
            "it is a map, no list, and cannot be indexed"},
        Row{".metadata[?(@.x)]",
            ErrorKind::InvalidExpression,
            "it is a map, no list, and cannot be filtered"},
        Row{".spec.ports[?(@==\"80\")]",
            ErrorKind::InvalidExpression,
            "an integer cannot be compared with text"},
        Row{".spec.ports[1:0]",
            ErrorKind::InvalidExpression,
            "the slice runs backwards; its start must not be behind its end, its step must be "
            "above 0"}
    );
    CAPTURE(row.text);

    const auto printed = Path::compile(row.text).value().print(document);

    REQUIRE_FALSE(printed);
    CHECK(printed.error().kind == row.kind);
    CHECK(printed.error().message == row.message);
}

TEST_CASE("the selected values come in order, without the text between them", "[condition][path]") {
    const auto path =
        Path::compile("first {.spec.ports[1]} then {.spec.ports}{.spec.none}").value();

    const auto selected = path.select(document);

    REQUIRE(selected);
    CHECK(*selected == std::vector<json>{443, json::array({80, 443}), nullptr});
}
