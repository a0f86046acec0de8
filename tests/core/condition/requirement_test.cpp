#include "core/condition/requirement.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::condition;
using nlohmann::json;

namespace {

Object object(const char* status, const char* kind = "MyResource") {
    return Object::from_json({{"apiVersion", "v1"},
                              {"kind", kind},
                              {"metadata", {{"name", "my-resource"}}},
                              {"status", json::parse(status)}}
    ).value();
}

const Object live = object(R"({
    "phase": "Pending", "ready": 1, "ratio": 1.0, "text": "1", "blank": "", "note": "a,b", "none": null,
    "tasks": {"extract": true, "load": false}, "nodes": ["up", "up"], "mixed": ["up", "down"], "empty": [],
    "labels": {"a": "b", "c": "d"}, "at": "2026-11-20T12:00:00Z",
    "conditions": [{"type": "Ready", "status": "False"}, {"type": "Synced", "status": "True"}, {"other": 1}]})"
);

Verdict property(const char* text) { return check_all(parse_properties(text).value(), live); }
Verdict wait_for(const char* text) { return check_all(parse_wait_for(text).value(), live); }

}  // namespace

TEST_CASE("the KOTS document's own example waits for all three tasks", "[condition][kots]") {
    const auto requirements = parse_properties(
        ".status.tasks.extract=true,.status.tasks.transform=true,.status.tasks.load=true"
    );
    REQUIRE(requirements);
    REQUIRE(requirements->size() == 3);
    const auto why = [&](const char* status) { return check_all(*requirements, object(status)); };

    CHECK(
        why(R"({"tasks": {"extract": true, "transform": false, "load": false}})").why ==
        ".status.tasks.transform is false, waiting for true"
    );
    CHECK(why(R"({})").why == ".status.tasks.extract is not set yet, waiting for true");
    CHECK(why(R"({"tasks": {"extract": true, "transform": true, "load": true}})").holds);
    CHECK(why(R"({"tasks": {"extract": "true", "transform": "true", "load": "true"}})").holds);
}

TEST_CASE("a KOTS property holds when kubectl would print its value", "[condition][kots]") {
    struct Row {
        const char* text;
        bool holds;
        const char* why;
    };
    const auto row = GENERATE(
        Row{".status.phase=Pending", true, R"(.status.phase is "Pending")"},
        Row{"{.status.phase}=Pending", true, R"(.status.phase is "Pending")"},
        Row{"status.phase=Pending", true, R"(.status.phase is "Pending")"},
        Row{".status.phase=Running", false, R"(.status.phase is "Pending", waiting for "Running")"},
        Row{".status.phase=", false, R"(.status.phase is "Pending", waiting for "")"},
        Row{".status.ready=1", true, ".status.ready is 1"},
        Row{".status.ready=1.0", false, ".status.ready is 1, waiting for 1.0"},
        Row{".status.tasks.load=False",
            false,
            R"(.status.tasks.load is false, waiting for "False")"},
        Row{".status.nothing=x", false, R"(.status.nothing is not set yet, waiting for "x")"},
        Row{".status.nothing=", true, R"(.status.nothing is "")"},
        Row{".status.blank=", true, R"(.status.blank is "")"},
        Row{".status.phase.deeper=", true, R"(.status.phase.deeper is "")"},
        Row{".status.nodes[*]=up up", true, R"(.status.nodes[*] is "up up")"},
        Row{R"(.status.labels={"a":"b","c":"d"})", true, R"(.status.labels is {"a":"b","c":"d"})"},
        Row{R"(.status.note="a,b")", true, R"(.status.note is "a,b")"},
        Row{R"(.status.conditions[?(@.type=="Ready")].status=True)",
            false,
            R"(.status.conditions[?(@.type=="Ready")].status is not set yet, waiting for "True")"},
        Row{R"(.status.conditions[0,1]['status']=False True)",
            true,
            R"(.status.conditions[0,1]['status'] is "False True")"},
        Row{".status.phase=Pending, .status.ready=1",
            true,
            R"(.status.phase is "Pending"; .status.ready is 1)"},
        Row{".status.phase = Pending ,.status.ready=1\n",
            true,
            R"(.status.phase is "Pending"; .status.ready is 1)"},
        Row{".status.phase=Pending,", true, R"(.status.phase is "Pending")"}
    );
    CAPTURE(row.text);

    const Verdict verdict = property(row.text);

    CHECK(verdict.holds == row.holds);
    CHECK(verdict.why == row.why);
}

TEST_CASE("a value keeps what is its own", "[condition][kots]") {
    struct Row {
        const char* text;
        const char* value;
    };
    const auto row = GENERATE(
        Row{".x=a=b", "a=b"},
        Row{".x=a==b", "a==b"},
        Row{".x=it's", "it's"},
        Row{".x='a,b'", "a,b"},
        Row{".x=\"a", "\"a"},
        Row{".x=a b", "a b"},
        Row{".x[?(@.a==\"=,\")]=v", "v"}
    );
    CAPTURE(row.text);

    const auto requirements = parse_properties(row.text);

    REQUIRE(requirements);
    REQUIRE(requirements->size() == 1);
    CHECK(requirements->front().value == row.value);
    CHECK(requirements->front().text == row.text);
    CHECK(requirements->front().comparison == Comparison::PrintsAs);
}

TEST_CASE("an apostrophe in a value swallows no comma", "[condition][kots]") {
    const auto requirements = parse_properties(".x=it's,.y=it's");

    REQUIRE(requirements);
    REQUIRE(requirements->size() == 2);
    CHECK(requirements->front().value == "it's");
}

TEST_CASE("a malformed KOTS property is refused, never waited for", "[condition][kots]") {
    struct Row {
        const char* text;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"", "it says nothing to wait for; write .status.phase=Running"},
        Row{" , ", "it says nothing to wait for; write .status.phase=Running"},
        Row{".status.load",
            "\".status.load\" has no =; a property is written like .status.phase=Running"},
        Row{".a=1,.b", "\".b\" has no =; a property is written like .status.phase=Running"},
        Row{"=true",
            "\"=true\" has no path before the =; a property is written like .status.phase=Running"},
        Row{".a==1",
            "\".a==1\" compares with more than a single =; write it like .status.phase=Running, or "
            "use the "
            "annotation slipway.dev/wait-for for other comparisons"},
        Row{".a>=1",
            "\".a>=1\" compares with more than a single =; write it like .status.phase=Running, or "
            "use the "
            "annotation slipway.dev/wait-for for other comparisons"},
        Row{".a[=1", "\".a[=1\" has no =; a property is written like .status.phase=Running"},
        Row{".a.=1",
            "the JSONPath .a. is wrong at character 4: a name is missing after the dot; the object "
            "itself "
            "is written @"}
    );
    CAPTURE(row.text);

    const auto requirements = parse_properties(row.text);

    REQUIRE_FALSE(requirements);
    CHECK(requirements.error().kind == ErrorKind::InvalidExpression);
    CHECK(requirements.error().message == row.message);
}

TEST_CASE("a native requirement compares JSON with JSON", "[condition][native]") {
    struct Row {
        const char* text;
        bool holds;
        const char* why;
    };
    const auto row = GENERATE(
        Row{R"({.status.phase} == "Pending")", true, R"(.status.phase is "Pending")"},
        Row{R"(.status.phase == "Running")",
            false,
            R"(.status.phase is "Pending", waiting for "Running")"},
        Row{R"(status.phase=="Pending")", true, R"(.status.phase is "Pending")"},
        Row{R"(.status.phase != "Running")", true, R"(.status.phase is "Pending")"},
        Row{R"(.status.phase != "Pending")",
            false,
            R"(.status.phase is "Pending", waiting for anything but "Pending")"},
        Row{R"(.status.gone == "x")", false, R"(.status.gone is not set yet, waiting for "x")"},
        Row{R"(.status.gone != "x")",
            false,
            R"(.status.gone is not set yet, waiting for anything but "x")"},
        Row{"{.status.tasks.load} == true", false, ".status.tasks.load is false, waiting for true"},
        Row{"{.status.tasks.load} == false", true, ".status.tasks.load is false"},
        Row{"{.status.ready} >= 3", false, ".status.ready is 1, waiting for at least 3"},
        Row{"{.status.ready} > 1", false, ".status.ready is 1, waiting for more than 1"},
        Row{"{.status.ready} <= 0", false, ".status.ready is 1, waiting for at most 0"},
        Row{"{.status.ready} < 1", false, ".status.ready is 1, waiting for less than 1"},
        Row{"{.status.ready} < 1.5", true, ".status.ready is 1"},
        Row{"{.status.ready} == 1.0", true, ".status.ready is 1"},
        Row{"{.status.ratio} == 1", true, ".status.ratio is 1"},
        Row{"{.status.text} == 1", false, R"(.status.text is "1", waiting for 1)"},
        Row{"{.status.text} != 1", true, R"(.status.text is "1")"},
        Row{"{.status.text} > 0", false, R"(.status.text is "1", waiting for more than 0)"},
        Row{R"({.status.at} > "2026-01-01")", true, R"(.status.at is "2026-11-20T12:00:00Z")"},
        Row{"{.status.none} == null", true, ".status.none is null"},
        Row{"{.status.none} exists", false, ".status.none is null, waiting for any value"},
        Row{"{.status.phase} exists", true, R"(.status.phase is "Pending")"},
        Row{".status.gone exists", false, ".status.gone is not set yet, waiting for any value"},
        Row{".status.empty[*] exists",
            false,
            ".status.empty[*] is not set yet, waiting for any value"},
        Row{R"(.status.nodes[*] == "up")", true, R"(.status.nodes[*] is "up", "up")"},
        Row{R"(.status.mixed[*] == "up")",
            false,
            R"(.status.mixed[*] is "up", "down", waiting for "up")"},
        Row{R"({.status.conditions[?(@.type=="Ready")].status} == "True")",
            false,
            R"(.status.conditions[?(@.type=="Ready")].status is "False", waiting for "True")"},
        Row{R"(.status.conditions[?(@.type=="Gone")].status == "True")",
            false,
            R"(.status.conditions[?(@.type=="Gone")].status is not set yet, waiting for "True")"},
        Row{R"(.status.note == "a,b"; .status.ready == 1)",
            true,
            R"(.status.note is "a,b"; .status.ready is 1)"},
        Row{R"(.status.note == "a;b")", false, R"(.status.note is "a,b", waiting for "a;b")"},
        Row{".status.phase exists; .status.ready == 2", false, ".status.ready is 1, waiting for 2"},
        Row{".status.phase[0] == 1",
            false,
            ".status.phase[0] cannot be read (it is text, no list, and cannot be indexed), waiting "
            "for 1"},
        Row{".status.nodes[5] == 1", false, ".status.nodes[5] is not set yet, waiting for 1"}
    );
    CAPTURE(row.text);

    const Verdict verdict = wait_for(row.text);

    CHECK(verdict.holds == row.holds);
    CHECK(verdict.why == row.why);
}

TEST_CASE("a malformed native requirement says how it is written", "[condition][native]") {
    constexpr auto remedy =
        R"(; write it like {.status.phase} == "Running" or {.status.phase} exists)";
    struct Row {
        const char* text;
        const char* message;
    };
    const auto row = GENERATE(
        Row{".x", ".x: it has no comparison"},
        Row{"exists", "exists: it has no comparison"},
        Row{".xexists", ".xexists: it has no comparison"},
        Row{".x = 1", ".x = 1: \"=\" is no comparison; those are == != < <= > >="},
        Row{".x === 1", ".x === 1: \"===\" is no comparison; those are == != < <= > >="},
        Row{"== 1", "== 1: no path stands left of the comparison"},
        Row{".x ==", ".x ==: nothing stands right of the comparison"},
        Row{".x == Running",
            ".x == Running: Running is no text in double quotes, no number, no true or false"},
        Row{".x == 'a'", ".x == 'a': 'a' is no text in double quotes, no number, no true or false"},
        Row{".x == [1]", ".x == [1]: [1] is no text in double quotes, no number, no true or false"},
        Row{".x < true", ".x < true: true has no order; compare it with == or !="},
        Row{".x >= null", ".x >= null: null has no order; compare it with == or !="}
    );
    CAPTURE(row.text);

    const auto requirements = parse_wait_for(row.text);

    REQUIRE_FALSE(requirements);
    CHECK(requirements.error().kind == ErrorKind::InvalidExpression);
    CHECK(requirements.error().message == std::string(row.message) + remedy);
}

TEST_CASE("too many requirements on one object are refused", "[condition]") {
    std::string properties;
    for (int i = 0; i < 65; ++i)
        properties += ".x=1,";

    const auto requirements = parse_properties(properties);

    REQUIRE_FALSE(requirements);
    CHECK(requirements.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("no expression tells what is in a Secret", "[condition]") {
    const Object secret = object(R"({"phase": "Pending"})", "Secret");
    const auto* text = GENERATE(
        R"(.status.phase == "Pending")", R"(.status.phase != "Other")", ".status.phase exists"
    );
    CAPTURE(text);

    const Verdict verdict = check_all(parse_wait_for(text).value(), secret);

    CHECK_FALSE(verdict.holds);
    CHECK(verdict.why.starts_with(".status.phase is not looked at in a Secret, waiting for"));
}

TEST_CASE("nothing to wait for holds", "[condition]") {
    CHECK(check_all({}, live).holds);
    CHECK(check_all({}, live).why == "nothing is waited for");
}

TEST_CASE("a long value is shown short", "[condition]") {
    const Object noisy = object((R"({"phase": ")" + std::string(5000, 'x') + "\"}").c_str());

    CHECK(
        check(parse_wait_for(".status.phase == \"a\"").value().front(), noisy).why.text().size() <
        300
    );
    CHECK(
        check(parse_properties(".status.phase=a").value().front(), noisy).why.text().size() < 300
    );
}
