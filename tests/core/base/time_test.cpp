#include "core/base/time.hpp"

#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;

TEST_CASE("durations are read as Go writes them", "[base][time]") {
    struct Row {
        const char* text;
        Duration expected;
    };
    const auto row = GENERATE(
        Row{"90s", 90s},
        Row{"1h30m", 90min},
        Row{"250ms", 250ms},
        Row{"1.5h", 90min},
        Row{"0", 0s},
        Row{"1m0.5s", 60'500ms}
    );
    CAPTURE(row.text);

    const auto duration = parse_duration(row.text);

    REQUIRE(duration);
    CHECK(*duration == row.expected);
}

TEST_CASE("what is no duration is refused with how one is written", "[base][time]") {
    const auto* text = GENERATE("", "5", "m", "-5s", "5 m", "5x", "1e9h", "nan", "inf");
    CAPTURE(text);

    const auto duration = parse_duration(text);

    REQUIRE_FALSE(duration);
    CHECK(
        duration.error().message ==
        "\"" + std::string(text) + "\" is not a duration; write it like 90s, 5m or 1h30m"
    );
}

TEST_CASE("a duration is written in its shortest form", "[base][time]") {
    CHECK(to_text(Duration(90s)) == "1m30s");
    CHECK(to_text(Duration(90min)) == "1h30m");
    CHECK(to_text(Duration(250ms)) == "250ms");
    CHECK(to_text(Duration(1500ms)) == "1.500s");
    CHECK(to_text(Duration(0s)) == "0s");
}

TEST_CASE("instants survive the way to RFC 3339 and back", "[base][time]") {
    const auto time = parse_time("2026-11-20T20:44:16Z");

    REQUIRE(time);
    CHECK(to_text(*time) == "2026-11-20T20:44:16Z");
    CHECK(to_micro_text(*time + 250ms) == "2026-11-20T20:44:16.250000Z");
    CHECK(*parse_time("2026-11-20T22:44:16.250000+02:00") == *time + 250ms);
}

TEST_CASE("what is no instant is refused", "[base][time]") {
    const auto* text = GENERATE(
        "", "2026-11-20", "2026-13-20T20:44:16Z", "2026-11-20T20:44:16", "2026-11-20T25:44:16Z"
    );
    CAPTURE(text);

    CHECK_FALSE(parse_time(text));
}
