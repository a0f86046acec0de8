#include "edge/cluster/watch.hpp"

#include "support/catch.hpp"
#include "support/cluster_http.hpp"

using namespace slipway;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::StartsWith;

namespace {

using Told = std::vector<std::string>;

struct Notes final : ports::WatchSink {
    void on_object(const Object& object) override {
        note("object " + object.id().text() + " " + object.uid());
        if (on_first_object) std::exchange(on_first_object, nullptr)();
    }
    void on_left(const ObjectId& id, const std::string& uid) override {
        note("left " + id.text() + " " + uid);
    }
    void on_synced() override { note("synced"); }
    void on_trouble(const Error& error) override {
        note("trouble " + std::string(reason(error.kind)));
    }
    void note(std::string text) { told.push_back(std::move(text)); }

    Told told{};
    std::function<void()> on_first_object{};
};

std::string config_map(
    const std::string& name, const std::string& uid, const std::string& version
) {
    return R"({"metadata": {"name": ")" + name + R"(", "namespace": "shop", "uid": ")" + uid +
           R"(", "resourceVersion": ")" + version + R"("}})";
}

std::string page(
    const std::vector<std::string>& items, const std::string& version, const std::string& more = ""
) {
    std::string all;
    for (const auto& item : items)
        all += (all.empty() ? "" : ",") + item;
    return R"({"kind": "ConfigMapList", "metadata": {"resourceVersion": ")" + version +
           R"(", "continue": ")" + more + R"("}, "items": [)" + all + "]}";
}

std::string event(const char* type, const std::string& object) {
    return std::string(R"({"type": ")") + type + R"(", "object": )" + object + "}";
}

std::string status(int code, const char* reason) {
    return R"({"kind": "Status", "message": "m", "reason": ")" + std::string(reason) +
           R"(", "details": {"kind": "configmaps"}, "code": )" + std::to_string(code) + "}";
}

struct Watching {
    explicit Watching(ports::Selection selection = {.labels = "a=b"}) {
        watch = start_watch(
            {.client = client,
             .clock = clock,
             .as = *ports::Identity::service_account("shop", "deployer"),
             .kind = {.version = "v1", .kind = "ConfigMap", .plural = "configmaps"},
             .selection = std::move(selection)},
            notes
        );
    }
    /// Lists one object and watches from there.
    void begins() {
        client.answers(200, page({config_map("a", "u1", "5")}, "10"));
        client.opens();
        notes->told.clear();
    }
    std::string asked() const { return test::line(client.last_stream()); }

    test::FakeClient client{};
    test::FakeClock clock{};
    std::shared_ptr<Notes> notes = std::make_shared<Notes>();
    std::unique_ptr<ports::Watch> watch{};
};

}  // namespace

TEST_CASE(
    "a watch tells what is there, then that this was all, then goes on from there",
    "[cluster][watch]"
) {
    Watching w;

    CHECK(w.asked() == "GET /api/v1/configmaps?labelSelector=a%3Db&limit=500");
    w.client.answers(200, page({config_map("a", "u1", "5")}, "10", "more"));
    CHECK(w.asked() == "GET /api/v1/configmaps?labelSelector=a%3Db&limit=500&continue=more");
    w.client.answers(200, page({config_map("b", "u2", "6")}, "10"));

    CHECK(
        w.notes->told == Told{"object ConfigMap shop/a u1", "object ConfigMap shop/b u2", "synced"}
    );
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
    "a watch whose connection dies goes on where it was, a little later", "[cluster][watch]"
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
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("resourceVersion=15&"));
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
    w.client.opens();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});

    CHECK(w.notes->told == Told{"trouble Unavailable", "trouble Unavailable"});
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
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("limit=500"));
    w.client.answers(200, page({}, "8"));

    CHECK(w.notes->told == Told{"left ConfigMap shop/a u1"});
    CHECK_THAT(w.asked(), Catch::Matchers::Contains("resourceVersion=8&"));
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

TEST_CASE("a watch that is not allowed says so once and asks seldom", "[cluster][watch]") {
    Watching w;
    const auto refusal =
        R"({"kind": "Status", "reason": "Forbidden", "message": "configmaps is forbidden: User \"u\" cannot list resource \"configmaps\"", "code": 403})";

    w.client.answers(403, refusal);
    const auto waited = w.client.time_passes();
    w.client.answers(403, refusal);

    CHECK(w.notes->told == Told{"trouble Forbidden"});
    CHECK(waited >= 30s);
    CHECK(waited <= 40s);
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

TEST_CASE("a watch that waits to try again and is destroyed does not try", "[cluster][watch]") {
    Watching w;
    w.begins();
    w.client.ends(Error{ErrorKind::Unavailable, "reset"});
    const auto count = w.client.streams.size();

    w.watch.reset();
    w.client.time_passes();

    CHECK(w.client.streams.size() == count);
}
