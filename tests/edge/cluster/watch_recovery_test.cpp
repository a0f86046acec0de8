#include "edge/cluster/watch.hpp"
#include "support/catch.hpp"
#include "support/cluster_watch.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::StartsWith;

TEST_CASE("a watch that the server ends goes on where it was", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.says(event("BOOKMARK", R"({"metadata": {"resourceVersion": "20"}})"));
    w.clock.time += 300s;

    w.client.ends();
    const auto waited = w.client.time_passes();

    CHECK(waited == 0ms);
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("resourceVersion=20&"));
    CHECK(w.notes->told.empty());
}

TEST_CASE("a server that ends every watch at once is not asked at once again", "[cluster][watch]") {
    Watching w;
    w.begins();

    w.client.ends();

    CHECK(w.client.time_passes() >= 800ms);
}

TEST_CASE(
    "a watch whose connection dies lists a little later, for nobody knows what came meanwhile",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.client.says(event("MODIFIED", config_map("a", "u1", "15")));
    w.notes->told.clear();

    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    const auto waited = w.client.time_passes();

    CHECK(w.notes->told == Told{"trouble Unavailable"});
    CHECK(waited >= 800ms);
    CHECK(waited <= 1600ms);
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("limit=500"));
}

TEST_CASE(
    "a watch waits longer each time, and as briefly as at first after two good minutes",
    "[cluster][watch]"
) {
    Watching w;
    w.begins();
    for (int failure = 0; failure < 8; ++failure) {
        w.client.ends(Error{ErrorKind::Unavailable, "reset"});
        const auto waited = w.client.time_passes();
        CHECK(waited >= std::min(800ms * (1 << failure), 30'000ms));
        CHECK(waited <= 60s);
    }

    w.client.answers(200, page({config_map("a", "u1", "5")}, "20"));
    w.client.opens();
    w.clock.time += 2min;
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});

    CHECK(w.client.time_passes() <= 1600ms);
}

TEST_CASE("trouble is told once until the watch runs again", "[cluster][watch]") {
    Watching w;
    w.begins();

    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    w.client.time_passes();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    w.client.time_passes();
    w.client.answers(200, page({config_map("a", "u1", "5")}, "20"));
    w.client.opens();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});

    CHECK(
        w.notes->told ==
        Told{"trouble Unavailable", "object ConfigMap shop/a u1", "synced", "trouble Unavailable"}
    );
}

TEST_CASE(
    "a watch whose past is forgotten lists again and tells what vanished", "[cluster][watch]"
) {
    const bool within = GENERATE(true, false);
    Watching w;
    w.begins();
    w.clock.time += 60s;

    if (within) {
        w.client.says(event("ERROR", status(410, "Expired")));
    } else {
        w.client.answers(410, status(410, "Expired"));
    }
    w.client.time_passes();
    CHECK_THAT(w.asked(), StartsWith("GET /api/v1/configmaps?labelSelector=a%3Db&limit=500"));
    w.client.answers(200, page({config_map("b", "u2", "40")}, "50"));

    CHECK(w.notes->told == Told{"object ConfigMap shop/b u2", "left ConfigMap shop/a u1"});
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("resourceVersion=50&"));
}

TEST_CASE(
    "who sees for itself what is missing is told when a list begins, and of deletions alone",
    "[cluster][watch]"
) {
    Watching w({}, true);
    w.begins();
    w.client.says(event("ADDED", config_map("b", "u2", "11")));
    w.client.says(event("DELETED", config_map("b", "u2", "12")));
    w.client.says(event("ERROR", status(410, "Expired")));
    w.client.time_passes();
    CHECK(w.notes->told_since_list == 0);
    w.client.answers(200, page({config_map("c", "u3", "40")}, "50"));

    CHECK(w.notes->told_since_list == 1);
    CHECK(
        w.notes->told ==
        Told{"object ConfigMap shop/b u2", "left ConfigMap shop/b u2", "object ConfigMap shop/c u3"}
    );
    CHECK(w.notes->listed == "50");
}

TEST_CASE("a list whose beginning expires before its end starts over", "[cluster][watch]") {
    Watching w;
    w.client.answers(200, page({config_map("a", "u1", "5")}, "10", "more"));

    w.client.answers(410, status(410, "Expired"));
    w.client.time_passes();
    CHECK(w.asked() == "GET /api/v1/configmaps?labelSelector=a%3Db&limit=500");
    w.client.answers(200, page({}, "20"));

    CHECK(
        w.notes->told == Told{"object ConfigMap shop/a u1", "left ConfigMap shop/a u1", "synced"}
    );
}

TEST_CASE("a line that cannot be read ends no process; the watch lists again", "[cluster][watch]") {
    const auto* line =
        GENERATE("{\"type\":", "[]", R"({"type": "ADDED", "object": {"metadata": {}}})");
    CAPTURE(line);
    Watching w;
    w.begins();

    w.client.says(line);
    w.client.says(event("ADDED", config_map("late", "u3", "99")));
    w.client.time_passes();

    CHECK(w.notes->told == Told{"trouble Unavailable"});
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("limit=500"));
}

TEST_CASE("a page that cannot be read or does not arrive is asked for again", "[cluster][watch]") {
    Watching w;

    w.client.answers(200, "{");
    CHECK(w.client.time_passes() >= 800ms);
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    CHECK(w.client.time_passes() >= 1600ms);
    w.client.answers(200, page({}, "1"));

    CHECK(w.notes->told == Told{"trouble Unavailable", "synced"});
}

TEST_CASE("a page that is too large is asked for in smaller ones", "[cluster][watch]") {
    Watching w;
    std::vector<std::string> asked;

    for (int attempt = 0; attempt < 4; ++attempt) {
        w.client.ends(Error{ErrorKind::TooLarge, "a line is longer than 8 MiB"});
        w.client.time_passes();
        asked.push_back(w.asked());
    }

    CHECK(
        asked ==
        Told{
            "GET /api/v1/configmaps?labelSelector=a%3Db&limit=100",
            "GET /api/v1/configmaps?labelSelector=a%3Db&limit=20",
            "GET /api/v1/configmaps?labelSelector=a%3Db&limit=4",
            "GET /api/v1/configmaps?labelSelector=a%3Db&limit=4"}
    );
}

namespace {

const std::string refusal =
    R"({"kind": "Status", "reason": "Forbidden", "message": "configmaps is forbidden: User \"u\" cannot list resource \"configmaps\"", "code": 403})";

}  // namespace

TEST_CASE(
    "a watch that is not allowed says so once, and asks soon at first and then seldom",
    "[cluster][watch]"
) {
    Watching w;
    const auto ask = [&] {
        w.client.answers(403, refusal);
        return w.client.time_passes();
    };

    CHECK(ask() <= 2s);
    CHECK(ask() <= 4s);
    w.clock.time += 10s;
    const auto waited = ask();

    CHECK(w.notes->told == Told{"trouble Forbidden"});
    CHECK(waited >= 30s);
    CHECK(waited <= 40s);
}

TEST_CASE("a watch says once that its trouble has passed", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    w.client.time_passes();
    w.client.answers(200, page({config_map("a", "u1", "5")}, "20"));
    w.client.opens();
    w.client.ends(kubeapi::Response{.status = 200});
    w.client.time_passes();
    w.client.opens();

    CHECK(w.notes->told == Told{"trouble Unavailable", "object ConfigMap shop/a u1", "synced"});
}

TEST_CASE("a watch that is allowed again says that all was told", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.ends(kubeapi::Response{.status = 200});
    w.client.time_passes();
    w.client.answers(403, refusal);
    w.client.time_passes();

    w.client.answers(200, page({config_map("a", "u1", "5")}, "11"));
    CHECK(w.notes->told.back() != "synced");
    w.client.opens();

    CHECK(w.notes->told.back() == "synced");
}

TEST_CASE(
    "a kind that is not served yet is asked for at once and again, for half a minute",
    "[cluster][watch]"
) {
    Watching w;
    const auto ask = [&] {
        w.client.answers(404, "404 page not found");
        return w.client.time_passes();
    };

    CHECK(ask() <= 20ms);
    CHECK(ask() <= 40ms);
    for (int attempt = 0; attempt < 10; ++attempt)
        CHECK(ask() <= 2s);
    w.clock.time += 30s;
    ask();
    ask();
    CHECK(ask() >= 3s);

    CHECK(w.notes->told == Told{"trouble UnknownKind"});
}

TEST_CASE(
    "a watch that is throttled comes back no earlier than it was told to", "[cluster][watch]"
) {
    Watching w;
    w.begins();

    w.client.ends(kubeapi::Response{.status = 429, .headers = {{"Retry-After", "17"}}});

    CHECK(w.client.time_passes() >= 17s);
}
