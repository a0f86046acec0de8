/// etcd was restored from a backup under an operator that lives on: what it remembers is of a past
/// that never was (kubernetes#107457).
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using slipway::test::FakeWorld;

namespace {

std::string config_map(const std::string& name, const std::string& text) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name +
           "}\ndata: {text: " + text + "}\n";
}

const std::string migration = R"(---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {helm.sh/hook: pre-upgrade}}
spec: {}
)";

std::string text_of(const FakeWorld& world, const char* name) {
    return world.cluster.at(FakeWorld::id("ConfigMap", name)).text("/data/text");
}

/// The first revision stood when the backup was taken, the second when it was restored.
struct Restored {
    Restored() {
        world.release(migration + config_map("settings", "first"));
        world.run_to_the_end();
        const auto backup = world.backup();
        world.release(migration + config_map("settings", "second") + config_map("more", "second"));
        world.run_to_the_end();
        REQUIRE(world.status().revision == 2);
        REQUIRE(world.cluster.count("create Job/migrate") == 1);
        writes_before = world.cluster.log().size();
        world.restore(backup);
    }

    FakeWorld world;
    std::size_t writes_before = 0;
};

}  // namespace

TEST_CASE("who leads again after a restore notices it before any watch does", "[scenario]") {
    FakeWorld world;
    world.release(config_map("settings", "first"));
    world.run_to_the_end();
    const auto backup = world.backup();
    world.release(config_map("settings", "second"));
    world.run_to_the_end();
    world.cluster.lose_events();
    world.restore(backup);
    const std::size_t writes_before = world.cluster.log().size();

    world.lead_again();
    world.run();

    CHECK(world.cluster.log().size() == writes_before);
    CHECK(text_of(world, "settings") == "first");
    CHECK(world.status().revision == 1);
}

TEST_CASE("who leads again does nothing for a Release that a restore undid", "[scenario]") {
    const bool is_busy_at_first = GENERATE(false, true);
    FakeWorld world;
    const auto backup = world.backup();
    world.release(config_map("settings", "first"));
    world.run_to_the_end();
    world.cluster.lose_events();
    world.restore(backup);
    const int writes_before = world.crash.writes();

    if (is_busy_at_first) world.cluster.refuse_next_get({ErrorKind::Throttled, "too busy", {}});
    world.lead_again();
    world.run();
    world.wait_for_timer();

    CHECK(world.crash.writes() == writes_before);
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "settings")));
}

TEST_CASE(
    "after a restore nothing is written that the restored Release did not ask for", "[scenario]"
) {
    Restored r;

    r.world.run_to_the_end();

    CHECK(r.world.cluster.log().size() == r.writes_before);
    CHECK(r.world.status().phase == ReleasePhase::Deployed);
    CHECK(r.world.status().revision == 1);
    CHECK(text_of(r.world, "settings") == "first");
}

TEST_CASE(
    "a spec that is given after a restore is deployed, though its generation was there before",
    "[scenario]"
) {
    Restored r;
    r.world.run_to_the_end();

    r.world.release(migration + config_map("settings", "third"));
    r.world.run_to_the_end();

    CHECK(r.world.status().phase == ReleasePhase::Deployed);
    CHECK(r.world.status().revision == 2);
    CHECK(text_of(r.world, "settings") == "third");
    CHECK_FALSE(r.world.cluster.has(FakeWorld::id("ConfigMap", "more")));
    CHECK(r.world.cluster.count("create Job/migrate") == 2);
}

TEST_CASE("a walk that was under way at the restore begins where the backup stood", "[scenario]") {
    FakeWorld world;
    const ObjectId database = FakeWorld::id("StatefulSet", "database");
    world.stuck.insert(database);
    world.release(
        config_map("settings", "first") +
        "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: database, annotations: "
        "{werf.io/weight: \"1\"}}\n"
    );
    const auto nothing_yet = world.backup();
    world.run();
    REQUIRE(world.cluster.has(database));

    world.restore(nothing_yet);
    world.stuck.clear();
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.has(database));
    CHECK(world.cluster.count("create StatefulSet/database") == 2);
}
