#include "edge/cluster/watch.hpp"

#include "support/catch.hpp"
#include "support/cluster_watch.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::StartsWith;

TEST_CASE(
    "a watch tells what is there, then that this was all, then goes on from there",
    "[cluster][watch]"
) {
    Watching w;

    CHECK(w.asked() == "GET /api/v1/configmaps?labelSelector=a%3Db&limit=500");
    w.client.answers(200, page({config_map("a", "u1", "5")}, "10", "more"));
    CHECK(w.asked() == "GET /api/v1/configmaps?labelSelector=a%3Db&limit=500&continue=more");
    CHECK(w.notes->listed.empty());
    w.client.answers(200, page({config_map("b", "u2", "6")}, "10"));

    CHECK(
        w.notes->told == Told{"object ConfigMap shop/a u1", "object ConfigMap shop/b u2", "synced"}
    );
    CHECK(w.notes->listed == "10");
    CHECK_THAT(
        w.asked(),
        StartsWith("GET "
                   "/api/v1/"
                   "configmaps?watch=true&allowWatchBookmarks=true&labelSelector=a%3Db&"
                   "resourceVersion=10&timeoutSeconds=")
    );
}

TEST_CASE("every request of a watch is made as who asked for it", "[cluster][watch]") {
    Watching w;
    w.begins();

    for (const auto& stream : w.client.streams) {
        CHECK(
            test::header(stream.request, "Impersonate-User") ==
            "system:serviceaccount:shop:deployer"
        );
    }
}

TEST_CASE("a watch of metadata asks for metadata only", "[cluster][watch]") {
    Watching w({.metadata_only = true});

    CHECK_THAT(
        test::header(w.client.last_stream(), "Accept"),
        StartsWith("application/json;as=PartialObjectMetadataList")
    );
}

TEST_CASE("changes are told as they come, repeated ones as well", "[cluster][watch]") {
    Watching w;
    w.begins();

    w.client.says(event("ADDED", config_map("b", "u2", "11")));
    w.client.says(event("MODIFIED", config_map("b", "u2", "12")));
    w.client.says(event("MODIFIED", config_map("b", "u2", "12")));
    w.client.says(event("DELETED", config_map("b", "u2", "13")));

    CHECK(
        w.notes->told ==
        Told{
            "object ConfigMap shop/b u2",
            "object ConfigMap shop/b u2",
            "object ConfigMap shop/b u2",
            "left ConfigMap shop/b u2"}
    );
}

TEST_CASE("an object that was made anew unseen has left before it comes", "[cluster][watch]") {
    Watching w;
    w.begins();

    w.client.says(event("MODIFIED", config_map("a", "u9", "11")));

    CHECK(w.notes->told == Told{"left ConfigMap shop/a u1", "object ConfigMap shop/a u9"});
}

TEST_CASE("a watch that is destroyed says nothing more", "[cluster][watch]") {
    Watching w;
    w.begins();
    const auto sink = w.client.streams.back().sink;

    w.watch.reset();
    sink->on_line(event("ADDED", config_map("b", "u2", "11")));
    sink->on_end(Error{ErrorKind::Unavailable, "closed"});
    w.client.time_passes();

    CHECK(w.notes->told.empty());
    CHECK_FALSE(*w.client.streams.back().is_open);
}

TEST_CASE("a sink may destroy the watch that is calling it", "[cluster][watch]") {
    Watching w;
    w.notes->on_first_object = [&] { w.watch.reset(); };

    w.client.answers(200, page({config_map("a", "u1", "5"), config_map("b", "u2", "6")}, "10"));

    CHECK(w.notes->told == Told{"object ConfigMap shop/a u1"});
    CHECK(w.client.streams.size() == 1);
}

TEST_CASE(
    "a watch that is destroyed when its list was told says nothing more", "[cluster][watch]"
) {
    Watching w;
    w.notes->on_first_list = [&] { w.watch.reset(); };

    w.client.answers(200, page({config_map("a", "u1", "5")}, "10"));

    CHECK(w.notes->told == Told{"object ConfigMap shop/a u1"});
    CHECK(w.client.streams.size() == 1);
}

TEST_CASE(
    "a watch that is destroyed when an object leaves tells of no successor", "[cluster][watch]"
) {
    Watching w;
    w.begins();
    w.notes->on_first_left = [&] { w.watch.reset(); };

    w.client.says(event("MODIFIED", config_map("a", "u9", "11")));

    CHECK(w.notes->told == Told{"left ConfigMap shop/a u1"});
}

TEST_CASE("a watch that waits to try again and is destroyed does not try", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    const auto count = w.client.streams.size();

    w.watch.reset();
    w.client.time_passes();

    CHECK(w.client.streams.size() == count);
}
