/// Watches that lie by what they say or leave out: silence, repetition, delay, and a past that
/// comes back after a restore of etcd.
#include "edge/cluster/watch.hpp"
#include "support/catch.hpp"
#include "support/cluster_watch.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const Error stalled{ErrorKind::Timeout, "nothing came for 90s, so it is taken for dead"};
const auto is_list = StartsWith("GET /api/v1/configmaps?labelSelector=a%3Db&limit=500");

}  // namespace

TEST_CASE("time that goes backwards, as after a restore of etcd, is noticed", "[cluster][watch]") {
    const auto line = GENERATE(
        event("MODIFIED", config_map("b", "u2", "9")),
        event("DELETED", config_map("a", "u1", "9")),
        event("BOOKMARK", R"({"metadata": {"resourceVersion": "9"}})")
    );
    CAPTURE(line);
    Watching w;
    w.begins();

    w.client.says(line);
    w.client.time_passes();
    CHECK_THAT(w.asked(), is_list);
    w.client.answers(200, page({}, "8"));

    CHECK(w.notes->told == Told{"rewound", "left ConfigMap shop/a u1"});
    CHECK_THAT(w.asked(), Contains("resourceVersion=8&"));
}

TEST_CASE(
    "a list of an earlier time than the watch before it says so before it tells anything",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();

    w.client.answers(200, page({config_map("a", "u1", "5")}, "7", "more"));
    w.client.answers(200, page({config_map("b", "u2", "6")}, "7"));

    CHECK(
        w.notes->told == Told{"rewound", "object ConfigMap shop/a u1", "object ConfigMap shop/b u2"}
    );
}

TEST_CASE(
    "a list that has an object as it was before tells of a restore, however late it is",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.client.says(event("MODIFIED", config_map("a", "u1", "12")));
    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();
    w.notes->told.clear();

    w.client.answers(200, page({config_map("a", "u1", "5")}, "20"));

    CHECK(w.notes->told == Told{"rewound", "object ConfigMap shop/a u1"});
}

TEST_CASE(
    "where only a later page tells of a restore, all of the list is told once more",
    "[cluster][watch]"
) {
    Watching w;
    w.client.answers(200, page({config_map("a", "u1", "5"), config_map("b", "u2", "12")}, "15"));
    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();
    w.notes->told.clear();
    const auto list_all = [&] {
        w.client.answers(200, page({config_map("a", "u1", "5")}, "20", "more"));
        w.client.answers(200, page({config_map("b", "u2", "6")}, "20"));
    };

    list_all();
    CHECK(w.notes->told == Told{"object ConfigMap shop/a u1", "rewound"});
    list_all();

    CHECK(
        w.notes->told ==
        Told{
            "object ConfigMap shop/a u1",
            "rewound",
            "object ConfigMap shop/a u1",
            "object ConfigMap shop/b u2"}
    );
}

TEST_CASE("another object of the same name is no past", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();

    w.client.answers(200, page({config_map("a", "u2", "4")}, "20"));

    CHECK(w.notes->told == Told{"left ConfigMap shop/a u1", "object ConfigMap shop/a u2"});
}

TEST_CASE("a list of a later time, or of none, rewinds nothing", "[cluster][watch]") {
    const auto* version = GENERATE("10", "11", "", "opaque");
    CAPTURE(version);
    Watching w;
    w.begins();
    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();

    w.client.answers(200, page({config_map("a", "u1", "5")}, version));

    CHECK(w.notes->told == Told{"object ConfigMap shop/a u1"});
}

TEST_CASE("versions that are no numbers are compared with nothing", "[cluster][watch]") {
    Watching w;
    w.client.answers(200, page({}, "opaque"));
    w.client.opens();
    w.notes->told.clear();

    w.client.says(event("ADDED", config_map("b", "u2", "9")));
    w.client.says(event("ADDED", config_map("c", "u3", "8")));

    CHECK(w.notes->told == Told{"object ConfigMap shop/b u2", "object ConfigMap shop/c u3"});
}

TEST_CASE(
    "a watch falls silent for 90 seconds at most before it is made anew", "[cluster][watch]"
) {
    CHECK(http::ClientSettings{}.stream_stall < 90s);
}

TEST_CASE(
    "a watch that spoke and then fell silent goes on at once where it was", "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.client.says(event("MODIFIED", config_map("a", "u1", "15")));
    w.notes->told.clear();
    w.clock.time += 100s;

    w.client.ends(stalled);

    CHECK(w.client.time_passes() == 0ms);
    CHECK_THAT(w.asked(), Contains("watch=true") && Contains("resourceVersion=15&"));
    CHECK(w.notes->told.empty());
}

TEST_CASE(
    "a watch that never said a word lists anew, for its server may be of an earlier time",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.clock.time += 90s;

    w.client.ends(stalled);

    CHECK(w.client.time_passes() == 0ms);
    CHECK_THAT(w.asked(), is_list);
    w.client.answers(200, page({config_map("b", "u2", "4")}, "5"));
    CHECK(
        w.notes->told == Told{"rewound", "object ConfigMap shop/b u2", "left ConfigMap shop/a u1"}
    );
}

TEST_CASE(
    "a server that sends no bookmarks is asked again every 90 seconds and no oftener",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    const auto begun = w.client.streams.size();

    for (int round = 0; round < 10; ++round) {
        w.clock.time += 90s;
        w.client.ends(stalled);
        CHECK(w.client.time_passes() == 0ms);
        w.client.answers(200, page({config_map("a", "u1", "5")}, "10"));
        w.client.opens();
    }

    // A list and a watch each round.
    CHECK(w.client.streams.size() == begun + 20);
    CHECK(w.notes->told == Told(10, "object ConfigMap shop/a u1"));
}

TEST_CASE("a server that does not answer a watch at all is asked ever less", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.ends();
    w.client.time_passes();

    w.client.ends(stalled);
    CHECK(w.client.time_passes() >= 1600ms);
    w.client.ends(stalled);

    CHECK(w.client.time_passes() >= 3200ms);
    CHECK(w.notes->told == Told{"trouble Timeout"});
}

TEST_CASE("a server that cannot look so far ahead is listed anew", "[cluster][watch]") {
    Watching w;
    w.begins();

    w.client.answers(
        504,
        R"({"kind": "Status", "reason": "Timeout", "code": 504,
            "message": "Timeout: Too large resource version: 10, current: 4",
            "details": {"causes": [{"reason": "ResourceVersionTooLarge", "message": "Too large"}],
                        "retryAfterSeconds": 3}})"
    );

    CHECK(w.client.time_passes() >= 3s);
    CHECK_THAT(w.asked(), is_list);
}

TEST_CASE(
    "what a server says against a running watch is kept to, its Retry-After included",
    "[cluster][watch]"
) {
    struct Row {
        int code;
        const char* reason;
        const char* told;
    };
    const auto row = GENERATE(
        Row{429, "TooManyRequests", "trouble Throttled"},
        Row{500, "InternalError", "trouble Unavailable"},
        Row{503, "ServiceUnavailable", "trouble Unavailable"},
        Row{504, "Timeout", "trouble Unavailable"}
    );
    CAPTURE(row.code);
    const bool in_mid_stream = GENERATE(true, false);
    Watching w;
    w.begins();
    const std::string refusal =
        R"({"kind": "Status", "message": "m", "reason": ")" + std::string(row.reason) +
        R"(", "details": {"retryAfterSeconds": 17}, "code": )" + std::to_string(row.code) + "}";

    if (in_mid_stream) {
        w.client.says(event("ERROR", refusal));
    } else {
        w.client.answers(row.code, refusal);
    }

    CHECK(w.notes->told == Told{row.told});
    CHECK(w.client.time_passes() >= 17s);
    CHECK_THAT(w.asked(), Contains("watch=true") && Contains("resourceVersion=10&"));
}

TEST_CASE(
    "an object that is told gone twice has left twice, and is nobody else", "[cluster][watch]"
) {
    Watching w;
    w.begins();

    w.client.says(event("DELETED", config_map("a", "u1", "11")));
    w.client.says(event("DELETED", config_map("a", "u1", "11")));
    w.client.says(event("ADDED", config_map("a", "u2", "12")));

    CHECK(
        w.notes->told ==
        Told{"left ConfigMap shop/a u1", "left ConfigMap shop/a u1", "object ConfigMap shop/a u2"}
    );
}

TEST_CASE("events that a watch never told are made up for by the next list", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.says(event("ADDED", config_map("b", "u2", "12")));
    w.notes->told.clear();

    w.client.says(event("ERROR", status(410, "Expired")));
    w.client.time_passes();
    w.client.answers(200, page({config_map("b", "u7", "30"), config_map("c", "u8", "31")}, "40"));

    CHECK(
        w.notes->told ==
        Told{
            "left ConfigMap shop/b u2",
            "object ConfigMap shop/b u7",
            "object ConfigMap shop/c u8",
            "left ConfigMap shop/a u1"}
    );
}
