/// Content that crashes the operator is left alone after three times, and what is deployed stays.
#include "support/dying_process.hpp"
#include "support/fake_world.hpp"
#include "support/temporary_folder.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const Kind widget{.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"};

const std::string sound = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sound}\n";
const std::string poison = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: poison}\n";

/// A world that serves Widgets, whose operator has a scratch folder.
struct Guarded {
    Guarded() { world.cluster.serve(widget); }

    TemporaryFolder scratch{};
    FakeWorld world{scratch.path()};
};

/// In the middle of whatever reads a Widget. Nothing of it is seen in this process.
void crash_reading_a_widget(FakeWorld& world, int times) {
    for (int i = 0; i < times; ++i) {
        in_a_process_that_dies([&] {
            world.cluster.die_when_asked_for(widget.group_kind());
            world.kill();
            world.run();
        });
    }
    world.kill();
}

StatusCondition stalled(const FakeWorld& world) {
    const auto status = world.status();
    const auto* found = find_condition(status, "Stalled");
    return found == nullptr ? StatusCondition{} : *found;
}

}  // namespace

TEST_CASE("a Release is quarantined after three crashes, and no earlier", "[scenario][poison]") {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    const auto [crashes, phase] =
        GENERATE(table<int, ReleasePhase>({{2, ReleasePhase::Deployed}, {3, ReleasePhase::Failed}})
        );
    CAPTURE(crashes);

    world.release(poison);
    crash_reading_a_widget(world, crashes);
    world.run_to_the_end();

    CHECK(world.status().phase == phase);
    CHECK(scratch.is_empty() == (phase == ReleasePhase::Deployed));
}

TEST_CASE("a quarantined Release says why, and is mended by other content", "[scenario][poison]") {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(poison);
    crash_reading_a_widget(world, 3);
    world.run();

    CHECK(stalled(world).reason == "PoisonPill");
    CHECK_THAT(stalled(world).message, Catch::StartsWith("Release shop/web: reading its content"));
    CHECK(find_condition(world.status(), "Ready")->reason == "PoisonPill");
    CHECK(world.cluster.log().empty());

    world.release(sound);
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(stalled(world).reason.empty());
}

TEST_CASE("retry-at has a quarantined Release read once more", "[scenario][poison]") {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(poison);
    crash_reading_a_widget(world, 3);
    world.run();
    REQUIRE(stalled(world).reason == "PoisonPill");

    world.annotate("slipway.dev/retry-at", "now");
    crash_reading_a_widget(world, 2);
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "retry-at is heard by a process that runs, other annotations are not", "[scenario][poison]"
) {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(poison);
    crash_reading_a_widget(world, 3);
    world.run();
    world.annotate("slipway.dev/reconcile-at", "now");
    world.run();
    REQUIRE(stalled(world).reason == "PoisonPill");

    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "what was deployed stays when its sources become poison, and can be deleted",
    "[scenario][poison]"
) {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(sound);
    world.run_to_the_end();
    const auto done = world.cluster.log();

    world.release(poison);
    crash_reading_a_widget(world, 3);
    world.run();

    CHECK(stalled(world).reason == "PoisonPill");
    CHECK(world.cluster.log() == done);
    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "sound")));

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "sound")));
    CHECK(scratch.is_empty());
}

TEST_CASE(
    "a deletion that stored poison holds up says so, and goes on by retry-at or as Orphan",
    "[scenario][poison]"
) {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(poison);
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Deployed);
    world.release("a: [no YAML");
    world.delete_release();

    // The plan of the revision, then that of its deletion.
    crash_reading_a_widget(world, 6);
    world.run();

    CHECK(world.status().phase == ReleasePhase::Deleting);
    CHECK(stalled(world).reason == "PoisonPill");
    CHECK_THAT(stalled(world).message, Catch::Contains("spec.deletion.policy Orphan"));
    const bool as_orphan = GENERATE(true, false);
    if (as_orphan) {
        world.release("a: [no YAML", {{"deletion", {{"policy", "Orphan"}}}});
    } else {
        world.annotate("slipway.dev/retry-at", "now");
    }
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(FakeWorld::id("Widget", "poison")) == as_orphan);
    CHECK(scratch.is_empty());
}

TEST_CASE("nothing is kept of a Release that went while nobody looked", "[scenario][poison]") {
    Guarded guarded;
    auto& [scratch, world] = guarded;
    world.release(poison);
    crash_reading_a_widget(world, 3);
    REQUIRE_FALSE(scratch.is_empty());

    world.cluster.remove(FakeWorld::release_id());
    world.kill();

    CHECK(scratch.is_empty());
}
