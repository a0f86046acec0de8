#include "edge/telemetry/event.hpp"

#include "fixture.hpp"

namespace slipway::test {
namespace {

using nlohmann::json;
using telemetry::event_of;
using telemetry::Repeats;
using telemetry::Series;

Series once() { return {.first = SetClock().now(), .last = SetClock().now()}; }

Object event(const telemetry::Happening& happening, const Series& series = once()) {
    auto made = event_of(happening, series, "slipway-operator-0");
    REQUIRE(made);
    return std::move(made).value();
}

}  // namespace

TEST_CASE(
    "an Event holds what the API server asks for and nothing it refuses", "[telemetry][event]"
) {
    const Object made = event(happening());

    json document = made.document();
    const std::string name = document["metadata"]["name"];
    document["metadata"].erase("name");
    CHECK(document == json::parse(R"({
        "apiVersion": "events.k8s.io/v1",
        "kind": "Event",
        "metadata": {"namespace": "shop"},
        "eventTime": "2026-11-20T20:44:16.250000Z",
        "type": "Warning",
        "reportingController": "slipway.dev/operator",
        "reportingInstance": "slipway-operator-0",
        "action": "RunHook",
        "reason": "HookFailed",
        "note": "Job/migrate exited with 3",
        "regarding": {
            "apiVersion": "slipway.dev/v1alpha1", "kind": "Release",
            "namespace": "shop", "name": "web", "uid": "f3a1"
        }
    })"));
    CHECK(name.starts_with("web."));
}

TEST_CASE(
    "what happens in a namespace that goes away is told of the namespace", "[telemetry][event]"
) {
    auto farewell = happening();
    farewell.release = {.id = {.kind = "Namespace", .name = "shop"}};

    const Object made = event(farewell);

    CHECK(made.in_namespace() == "default");
    CHECK(
        made.document()["regarding"] ==
        json{{"apiVersion", "v1"}, {"kind", "Namespace"}, {"name", "shop"}}
    );
}

TEST_CASE("what is no warning is Normal", "[telemetry][event]") {
    auto good = happening();
    good.warning = false;

    CHECK(event(good).text("/type") == "Normal");
}

TEST_CASE("the same happening makes the same Event, another one another", "[telemetry][event]") {
    auto other = happening();
    const auto change = GENERATE(0, 1, 2, 3, 4, 5);
    if (change == 0) other.note = "Job/migrate exited with 4";
    if (change == 1) other.reason = "ObjectFailed";
    if (change == 2) other.release.uid = "a new one of that name";
    if (change == 3) other.warning = false;
    if (change == 4) other.action = "Apply";
    Series later = once();
    if (change == 5) later.first += 10min;

    CHECK(event(happening()).name() == event(happening()).name());
    CHECK(event(other, later).name() != event(happening()).name());
}

TEST_CASE("long texts are cut to what the API server takes, in bytes", "[telemetry][event]") {
    auto long_one = happening();
    long_one.note = std::string(1023, 'n') + "ü";
    long_one.reason = std::string(200, 'r');
    long_one.action = std::string(200, 'a');
    long_one.release.id.name = std::string(235, 'w') + "." + std::string(17, 'w');

    const Object made = event(long_one);

    CHECK(made.text("/note").size() <= 1024);
    CHECK(made.text("/note").size() > 1000);
    CHECK(made.text("/reason").size() <= 128);
    CHECK(made.text("/action").size() <= 128);
    CHECK(made.name().size() <= 253);
    CHECK(made.name().find("..") == std::string::npos);
}

TEST_CASE("words that must not be empty are not", "[telemetry][event]") {
    auto bare = happening();
    bare.action = "";

    CHECK(event(bare).text("/action") == "HookFailed");
}

TEST_CASE("a repeat changes nothing of its Event but the series", "[telemetry][event]") {
    Series series = once();
    const json before = event(happening(), series).document();
    series.count = 3;
    series.last += 90s;

    json after = event(happening(), series).document();

    CHECK(
        after["series"] ==
        json::parse(R"({"count": 3, "lastObservedTime": "2026-11-20T20:45:46.250000Z"})")
    );
    after.erase("series");
    CHECK(after == before);
}

TEST_CASE("the same within five minutes is a repeat", "[telemetry][event]") {
    struct Row {
        Duration later;
        std::int64_t count;
    };
    const auto row = GENERATE(Row{0s, 2}, Row{1s, 2}, Row{5min, 2}, Row{5min + 1ms, 1});
    CAPTURE(row.later.count());
    Repeats repeats;
    auto again = happening();
    again.at += row.later;

    const auto first = repeats.count(happening());
    const auto second = repeats.count(again);

    REQUIRE(first);
    CHECK(first->count == 1);
    REQUIRE(second);
    CHECK(second->count == row.count);
    CHECK(second->last == again.at);
}

TEST_CASE("another note, another Release: no repeat", "[telemetry][event]") {
    Repeats repeats;
    auto elsewhere = happening();
    elsewhere.release.uid = "b7c2";

    CHECK(repeats.count(happening())->count == 1);
    CHECK(repeats.count(happening("Job/migrate exited with 4"))->count == 1);
    CHECK(repeats.count(elsewhere)->count == 1);
}

TEST_CASE("a burst of repeats is counted in full and written seldom", "[telemetry][event]") {
    Repeats repeats;
    auto again = happening();
    std::vector<std::int64_t> written;

    for (int second = 0; second <= 30; ++second) {
        again.at = happening().at + std::chrono::seconds(second);
        if (const auto series = repeats.count(again)) written.push_back(series->count);
    }

    CHECK(written == std::vector<std::int64_t>{1, 2, 12, 22});
}

TEST_CASE("what is past makes room for what is new", "[telemetry][event]") {
    Repeats repeats;
    REQUIRE(repeats.count(happening())->count == 1);
    auto later = happening();
    later.at += 4min;
    REQUIRE(repeats.count(later)->count == 2);
    later.at += 4min;

    for (int other = 0; other < 1000; ++other) {
        auto another = happening(std::to_string(other));
        another.at = later.at;
        REQUIRE(repeats.count(another)->count == 1);
    }

    CHECK(repeats.count(later)->count == 3);
}

TEST_CASE("what is remembered of past Events is bounded", "[telemetry][event]") {
    Repeats repeats;
    REQUIRE(repeats.count(happening())->count == 1);

    for (int other = 0; other < 5000; ++other) {
        REQUIRE(repeats.count(happening(std::to_string(other)))->count == 1);
    }

    CHECK(repeats.count(happening())->count == 1);
}

}  // namespace slipway::test
