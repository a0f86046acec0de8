#include "edge/runtime/kind_watches.hpp"

#include <nlohmann/json.hpp>

#include "core/model/built_in_kinds.hpp"
#include "edge/runtime/system_clock.hpp"
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using runtime::Depth;
using runtime::KindWatches;

namespace {

/// A cluster that only opens watches, and says of each what the test wants.
class Watched final : public ports::Cluster {
public:
    explicit Watched(std::optional<Error> trouble) : trouble_(std::move(trouble)) {}

    std::unique_ptr<ports::Watch> watch(
        const ports::Identity& as,
        const Kind&,
        const ports::Selection&,
        std::shared_ptr<ports::WatchSink> sink
    ) override {
        readers.push_back(as.user());
        sinks.push_back(sink);
        if (trouble_) sink->on_trouble(*trouble_);
        return std::make_unique<ports::Watch>();
    }

    Result<Object> get(const ports::Identity&, const Kind&, const ObjectId&) override {
        return unasked();
    }
    Result<std::vector<Object>> list(const ports::Identity&, const Kind&, const ports::Selection&)
        override {
        return unasked();
    }
    std::vector<Result<ports::Written>> write(const ports::Identity&, std::span<const ports::Write>)
        override {
        return {};
    }
    Result<Kind> find_kind(const GroupKind&, const std::string&) override { return unasked(); }
    Result<Kind> find_resource(const std::string&) override { return unasked(); }
    void forget_kinds(const std::string&) override {}
    Result<Object> write_status(const ObjectId&, const std::string&, const nlohmann::json&)
        override {
        return unasked();
    }
    Result<Object> set_finalizer(const Object&, bool) override { return unasked(); }

    std::vector<std::string> readers{};  ///< Of each watch; "" is the operator.
    std::vector<std::shared_ptr<ports::WatchSink>> sinks{};

private:
    static Error unasked() { return {ErrorKind::Internal, "not asked for here"}; }

    std::optional<Error> trouble_;
};

const Kind widgets{.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"};
const ObjectId widget{
    .group = "example.com", .kind = "Widget", .in_namespace = "shop", .name = "w"};

Object live_widget(const std::string& version, const std::string& ready) {
    return Object::from_json(
               {{"apiVersion", "example.com/v1"},
                {"kind", "Widget"},
                {"metadata",
                 {{"name", "w"},
                  {"namespace", "shop"},
                  {"uid", "w1"},
                  {"resourceVersion", version},
                  {"labels", {{"slipway.dev/release-uid", "u1"}}}}},
                {"status",
                 {{"conditions", {{{"type", "Ready"}, {"status", ready}, {"message", "busy"}}}}}}}
    ).value();
}

struct Opened {
    explicit Opened(std::optional<Error> trouble) : cluster(std::move(trouble)) {}

    /// As a worker does for each object that it writes.
    void ensure(int times, const std::string& account = "deployer") {
        const auto as = *ports::Identity::service_account("shop", account);
        for (int i = 0; i < times; ++i)
            watches.ensure(widgets, widget, as, Depth::Whole);
    }

    Watched cluster;
    runtime::SystemClock clock;
    test::FakeRecorder recorder;
    runtime::Sessions sessions;
    std::vector<std::string> changed;
    KindWatches watches{cluster, clock, recorder, sessions, [this](const std::string& key) {
                            changed.push_back(key);
                        }};
};

}  // namespace

TEST_CASE("nobody waits for a kind whose list hangs", "[runtime][watches]") {
    Opened opened({});

    opened.ensure(4);

    CHECK(opened.cluster.sinks.size() == 1);
}

TEST_CASE(
    "what the operator may not watch is watched as each account that wants it, once that is known",
    "[runtime][watches]"
) {
    Opened opened({});
    opened.ensure(2);
    opened.ensure(1, "other");
    REQUIRE(opened.cluster.readers == std::vector<std::string>{""});

    opened.cluster.sinks.front()->on_trouble({ErrorKind::Forbidden, "may not list", {}});
    opened.ensure(1, "third");

    CHECK(
        opened.cluster.readers ==
        std::vector<std::string>{
            "",
            "system:serviceaccount:shop:deployer",
            "system:serviceaccount:shop:other",
            "system:serviceaccount:shop:third"}
    );
}

TEST_CASE(
    "what was applied and went before its kind's list came is looked at again", "[runtime][watches]"
) {
    Opened opened({});
    const auto session = opened.sessions.open("shop/web", "u1");
    session->planned = {widget};
    session->sightings.see(
        widget,
        {.presence = machine::Presence::Present,
         .uid = "w0",
         .resource_version = "20",
         .release_uid = "u1"},
        {}
    );
    opened.ensure(1);

    opened.cluster.sinks.front()->on_listed("25");

    CHECK_FALSE(session->sightings.follows(widget, "u1"));
    CHECK(opened.changed == std::vector<std::string>{"shop/web"});
}

TEST_CASE("what the list of its kind told is there", "[runtime][watches]") {
    Opened opened({});
    const auto session = opened.sessions.open("shop/web", "u1");
    session->planned = {widget};
    opened.ensure(1);

    opened.cluster.sinks.front()->on_object(live_widget("20", "True"));
    opened.cluster.sinks.front()->on_listed("25");

    CHECK(session->sightings.follows(widget, "u1"));
}

TEST_CASE(
    "the log says of an object what it waits for, and when it is ready", "[runtime][watches]"
) {
    Opened opened({});
    const auto session = opened.sessions.open("shop/web", "u1");
    session->planned = {widget};
    opened.ensure(1);

    for (const auto* version : {"20", "21"})
        opened.cluster.sinks.front()->on_object(live_widget(version, "False"));
    opened.cluster.sinks.front()->on_object(live_widget("22", "True"));

    CHECK(
        opened.recorder.lines ==
        std::vector<std::string>{"Widget/w: Ready is False: busy", "Widget/w is ready"}
    );
}

TEST_CASE(
    "a rewound watch puts all sessions in doubt and wakes their Releases", "[runtime][watches]"
) {
    Opened opened(Error{ErrorKind::Unavailable, "not yet"});
    const auto session = opened.sessions.open("shop/web", "u1");
    session->sightings.see(
        widget, {.presence = machine::Presence::Present, .uid = "w1", .resource_version = "20"}, {}
    );
    session->inputs_changed = false;
    const int term = opened.sessions.term();
    opened.ensure(1);

    opened.cluster.sinks.front()->on_rewound();

    CHECK(session->sightings.all().empty());
    CHECK(session->inputs_changed);
    CHECK(opened.sessions.term() == term + 1);
    CHECK(opened.changed == std::vector<std::string>{"shop/web"});
}
