/// Scenarios: the whole operator on a fake cluster, from a Release's creation on.
#include "support/catch.hpp"
#include "support/fake_world.hpp"
#include "support/shop.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using slipway::test::FakeWorld;
using slipway::test::play_whole_life;
using slipway::test::shop;
using slipway::test::When;
using slipway::test::without;

namespace {

const Kind widget{.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"};
const std::string widgets = R"(
apiVersion: example.com/v1
kind: Widget
metadata: {name: a, annotations: {slipway.dev/wait-for: ".status.up exists"}}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: b, annotations: {slipway.dev/wait-for: ".status.up exists"}}
)";
const nlohmann::json up{{"up", true}};

}  // namespace

TEST_CASE("a Release walks hooks and groups in order until it is Deployed", "[scenario]") {
    FakeWorld world;
    world.release(shop);

    world.run_to_the_end();

    CAPTURE(world.recorder.lines, world.recorder.events);
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(
        world.cluster.log() ==
        std::vector<std::string>{
            "create Job/migrate",
            "delete Job/migrate",
            "create StatefulSet/database",
            "create ConfigMap/settings",
            "create Deployment/app",
            "create Job/notify"}
    );
}

TEST_CASE(
    "the next group waits until the one before is ready, and status says for what", "[scenario]"
) {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("StatefulSet", "database"));
    world.release(without(shop, "migrate"));

    world.run();

    CHECK(world.cluster.has(FakeWorld::id("StatefulSet", "database")));
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "settings")));
    CHECK(world.status().phase == ReleasePhase::Deploying);
    REQUIRE(world.status().waiting_for.size() == 1);
    CHECK_THAT(world.status().waiting_for[0], Catch::StartsWith("StatefulSet/database: "));
}

TEST_CASE("a new Release costs six writes: two of its ledger, two of its own", "[scenario]") {
    FakeWorld world;
    world.release("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    const int before = world.crash.writes();

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    // The finalizer and the status; the content; the ledger before the object and after it.
    CHECK(world.crash.writes() - before == 6);
}

TEST_CASE("a deployed Release that does not change costs no write", "[scenario]") {
    FakeWorld world;
    world.release(shop);
    world.run_to_the_end();
    const int writes = world.crash.writes();

    world.kill();
    world.run();
    world.run();

    CHECK(world.crash.writes() == writes);
}

TEST_CASE("an upgrade changes what changed and removes what left", "[scenario]") {
    FakeWorld world;
    world.release(shop);
    world.run_to_the_end();
    const auto before = world.cluster.log().size();
    std::string changed = without(shop, "app");
    changed.replace(changed.find("blue"), 4, "red!");
    world.release(changed);

    world.run_to_the_end();

    const std::vector<std::string> upgrade(
        world.cluster.log().begin() + static_cast<std::ptrdiff_t>(before), world.cluster.log().end()
    );
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.status().revision == 2);
    CHECK(
        upgrade ==
        std::vector<std::string>{
            "create Job/migrate",
            "delete Job/migrate",
            "apply ConfigMap/settings",
            "delete Deployment/app",
            "delete Job/notify",
            "create Job/notify"}
    );
}

TEST_CASE(
    "deleting a Release deletes what it brought, last created first, and leaves nothing in the "
    "store",
    "[scenario]"
) {
    FakeWorld world;
    world.release(shop);
    world.run_to_the_end();
    const auto before = world.cluster.log().size();
    world.delete_release();

    world.run_to_the_end();

    const std::vector<std::string> deletion(
        world.cluster.log().begin() + static_cast<std::ptrdiff_t>(before), world.cluster.log().end()
    );
    CHECK(world.release_is_gone());
    CHECK(world.store.is_empty());
    CHECK(
        deletion ==
        std::vector<std::string>{
            "delete Deployment/app", "delete ConfigMap/settings", "delete StatefulSet/database"}
    );
}

TEST_CASE("a failed hook fails the Release and says why; a new spec mends it", "[scenario]") {
    FakeWorld world;
    world.failing.insert(FakeWorld::id("Job", "migrate"));
    world.release(shop, {{"retry", {{"limit", 0}}}});
    world.run_to_the_end();
    const auto failed = world.status();
    world.failing.clear();
    std::string mended = shop;
    mended.replace(mended.find("blue"), 4, "red!");
    world.release(mended, {{"retry", {{"limit", 0}}}});

    world.run_to_the_end();

    CHECK(failed.phase == ReleasePhase::Failed);
    REQUIRE(find_condition(failed, "Ready") != nullptr);
    CHECK(find_condition(failed, "Ready")->reason == "HookFailed");
    CHECK_THAT(find_condition(failed, "Ready")->message, Catch::Contains("Job/migrate failed"));
    CHECK_FALSE(world.cluster.log().empty());
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a retry runs the failed hook again and nothing that succeeded", "[scenario]") {
    FakeWorld world;
    world.failing.insert(FakeWorld::id("Job", "notify"));
    world.release(shop);
    world.run();
    for (int i = 0; i < 20 && world.status().phase != ReleasePhase::Failed; ++i)
        world.run_to_the_end();

    CHECK(world.cluster.count("create Job/notify") == 4);
    CHECK(world.cluster.count("create Job/migrate") == 1);
    CHECK(world.cluster.count("create ConfigMap/settings") == 1);
    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK(find_condition(world.status(), "Stalled") != nullptr);
}

TEST_CASE(
    "killed at any write, before or after it, the operator reaches the same end",
    "[scenario][crash]"
) {
    FakeWorld reference;
    REQUIRE(play_whole_life(reference));
    const int writes = reference.crash.writes();
    const auto when = GENERATE(When::BeforeTheWrite, When::AfterTheWrite);

    for (int write = 1; write <= writes; ++write) {
        CAPTURE(write, when == When::BeforeTheWrite);
        FakeWorld world;
        world.crash.at(write, when);

        CHECK(play_whole_life(world));

        CHECK(world.crashes == 1);
        CHECK(world.store.is_empty());
        auto log = world.cluster.log();
        auto expected = reference.cluster.log();
        std::sort(log.begin(), log.end());
        std::sort(expected.begin(), expected.end());
        CHECK(log == expected);
    }
}

TEST_CASE("bodies leave memory where a walk stands still, and where it is done", "[scenario]") {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("StatefulSet", "database"));
    world.release(without(shop, "migrate"));
    const Time begun = world.clock.now();

    world.run();
    CHECK(world.holds_bodies());
    while (world.clock.now() - begun < 30s)
        world.wait_for_timer();
    CHECK(world.clock.now() - begun < 120s);
    CHECK_FALSE(world.holds_bodies());

    world.stuck.clear();
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Deployed);
    CHECK_FALSE(world.holds_bodies());
}

TEST_CASE("progress is told now and then, the end at once", "[scenario]") {
    FakeWorld world;
    world.progress_pause = 100ms;
    world.kill();
    world.cluster.serve(widget);
    world.release(widgets);
    world.run();
    REQUIRE(world.status().progress == "0/2");
    const Time begun = world.clock.now();

    world.cluster.set_status(FakeWorld::id("Widget", "a"), up);
    world.run();
    CHECK(world.status().progress == "0/2");
    world.wait_for_timer();
    CHECK(world.clock.now() == begun + 100ms);
    CHECK(world.status().progress == "1/2");

    world.cluster.set_status(FakeWorld::id("Widget", "b"), up);
    world.run();
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.clock.now() == begun + 100ms);
}

TEST_CASE(
    "what comes next is looked for as of what was heard of its kind a moment ago", "[scenario]"
) {
    FakeWorld world;
    world.cluster.serve(widget);
    std::string one_by_one = widgets;
    const std::string name = "{name: b, annotations: {";
    one_by_one.replace(one_by_one.find(name), name.size(), name + "werf.io/weight: \"1\", ");
    world.release(one_by_one);
    world.run();

    world.cluster.set_status(FakeWorld::id("Widget", "a"), up);
    world.run();

    REQUIRE(world.cluster.has(FakeWorld::id("Widget", "b")));
    CHECK(world.cluster.cache_gets(FakeWorld::id("Widget", "a")) == 0);
    CHECK(world.cluster.cache_gets(FakeWorld::id("Widget", "b")) == 1);
}
