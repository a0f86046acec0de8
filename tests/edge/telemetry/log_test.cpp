#include "edge/telemetry/log.hpp"

#include "fixture.hpp"

namespace slipway::test {
namespace {

using nlohmann::json;
using ports::Severity;
using telemetry::Log;

/// What a log that says everything writes for one line.
std::string written(std::string_view release, std::string_view message) {
    const SetClock clock;
    std::ostringstream out;
    Log(clock, Severity::Debug, out).line(Severity::Info, release, message);
    return out.str();
}

}  // namespace

TEST_CASE("a log line is one line of JSON in a fixed order", "[telemetry][log]") {
    const std::string line = written("shop/web", "stage 2/6 begins");

    CHECK(
        line ==
        R"({"time":"2026-11-20T20:44:16.250000Z","level":"info","release":"shop/web","message":"stage 2/6 begins"})"
        "\n"
    );
}

TEST_CASE("a line that concerns no Release names none", "[telemetry][log]") {
    CHECK_FALSE(json::parse(written("", "leading")).contains("release"));
}

TEST_CASE(
    "whatever a message holds, it stays one line and comes back as it was", "[telemetry][log]"
) {
    const auto message = GENERATE(
        as<std::string>{},
        "first\nsecond",
        R"(quoted "so")",
        R"(C:\path)",
        "tab\there",
        "{} {0} %v",
        ""
    );
    CAPTURE(message);

    const std::string line = written("shop/web", message);

    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    CHECK(json::parse(line)["message"] == message);
}

TEST_CASE("bytes that are no UTF-8 are replaced, not fatal", "[telemetry][log]") {
    CHECK(
        json::parse(written(
            "shop/web",
            "a\xff"
            "b"
        ))["message"] ==
        "a\xef\xbf\xbd"
        "b"
    );
}

TEST_CASE("what is less severe than the level is not said", "[telemetry][log]") {
    const SetClock clock;
    std::ostringstream out;
    Log log(clock, Severity::Warning, out);

    for (const auto severity :
         {Severity::Debug, Severity::Info, Severity::Warning, Severity::Error}) {
        log.line(severity, "", "said");
    }

    CHECK(out.str().find("debug") == std::string::npos);
    CHECK(out.str().find("info") == std::string::npos);
    CHECK(out.str().find("warning") != std::string::npos);
    CHECK(out.str().find("error") != std::string::npos);
}

TEST_CASE("a level is asked for by its word", "[telemetry][log]") {
    CHECK(telemetry::severity("debug") == Severity::Debug);
    CHECK(telemetry::severity("info") == Severity::Info);
    CHECK(telemetry::severity("warning") == Severity::Warning);
    CHECK(telemetry::severity("error") == Severity::Error);
    CHECK_FALSE(telemetry::severity("loud"));
}

}  // namespace slipway::test
