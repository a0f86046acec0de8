/// Scenarios of how a watch tells what changed.
#include "support/catch.hpp"
#include "support/fake_world.hpp"
#include "support/shop.hpp"

using namespace slipway;
using slipway::test::FakeCluster;
using slipway::test::FakeWorld;
using slipway::test::play_whole_life;

TEST_CASE(
    "what is told twice, or later than the answers to what was asked meanwhile, changes nothing of "
    "what is written",
    "[scenario][watching]"
) {
    FakeWorld reference;
    REQUIRE(play_whole_life(reference));
    const auto telling = GENERATE(FakeCluster::Telling::Twice, FakeCluster::Telling::Late);
    CAPTURE(telling == FakeCluster::Telling::Late);
    FakeWorld world;
    world.cluster.tell_from_now_on(telling);

    CHECK(play_whole_life(world));

    CHECK(world.cluster.told_otherwise() > 20);
    CHECK(world.cluster.log() == reference.cluster.log());
    CHECK(world.crash.writes() == reference.crash.writes());
    CHECK(world.store.is_empty());
}

TEST_CASE(
    "that an object was ready before it was changed counts for nothing, though it is told after",
    "[scenario][watching]"
) {
    const auto manifests = [](const std::string& data) {
        return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: database}, spec: "
               "{replicas: 1, " +
               data +
               "}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, annotations: "
               "{werf.io/weight: '1'}}, data: {" +
               data + "}}\n";
    };
    FakeWorld world;
    world.release(manifests("a: '1'"));
    world.run_to_the_end();
    const Object before = world.cluster.at(FakeWorld::id("StatefulSet", "database"));
    world.release(manifests("a: '2'"));
    world.run();
    REQUIRE(world.cluster.count("apply StatefulSet/database") == 1);
    const int writes = world.crash.writes();

    world.cluster.tell_once_more(before);
    world.run();
    const bool waits = world.crash.writes() == writes;
    world.run_to_the_end();

    CHECK(waits);
    CHECK(world.cluster.count("apply ConfigMap/settings") == 1);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("what a Release said before counts for nothing, though it is told after", "[scenario]") {
    FakeWorld world;
    world.release("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    const Object before = world.cluster.at(FakeWorld::release_id());
    world.release("{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}");
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Deployed);
    const int writes = world.crash.writes();

    world.cluster.tell_once_more(before);
    world.run_to_the_end();

    CHECK(world.crash.writes() == writes);
}
