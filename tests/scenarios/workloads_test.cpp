/// Scenarios of workloads that are not ready, and of what only their pods know.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using nlohmann::json;
using slipway::test::FakeWorld;

namespace {

const std::string needs_a_database =
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: "
    "{database.external-dependency.werf.io/resource: deployment/database}}}";

json metadata(const std::string& name) {
    return {{"name", name}, {"namespace", "shop"}, {"labels", {{"app", "database"}}}};
}

json unready_deployment() {
    return {
        {"apiVersion", "apps/v1"},
        {"kind", "Deployment"},
        {"metadata", metadata("database")},
        {"spec", {{"selector", {{"matchLabels", {{"app", "database"}}}}}}},
        {"status", {{"observedGeneration", 1}, {"replicas", 1}, {"updatedReplicas", 1}}}};
}

/// Its container has said why it waits.
json waiting_pod(const std::string& reason) {
    const json container{{"name", "app"}, {"state", {{"waiting", {{"reason", reason}}}}}};
    return {
        {"apiVersion", "v1"},
        {"kind", "Pod"},
        {"metadata", metadata("database-x")},
        {"status", {{"containerStatuses", json::array({container})}}}};
}

std::string waiting_for(const FakeWorld& world) {
    const auto waiting = world.status().waiting_for;
    return waiting.empty() ? "" : waiting.front();
}

}  // namespace

TEST_CASE("a workload that stays unready says what its pods say", "[scenario][pods]") {
    FakeWorld world;
    world.cluster.put(unready_deployment());
    world.cluster.put(waiting_pod("CreateContainerConfigError"));
    world.release(needs_a_database);
    world.run();
    const std::string at_first = waiting_for(world);

    world.wait_for_timer();

    CHECK_THAT(at_first, !Catch::Contains("Pod/database-x"));
    CHECK_THAT(
        waiting_for(world), Catch::Contains("Pod/database-x: container app waits: CreateContainer")
    );
}

TEST_CASE("what was removed stays removed whatever its pods still say", "[scenario][pods]") {
    FakeWorld world;
    world.cluster.put(unready_deployment());
    world.cluster.put(waiting_pod("ContainerCreating"));
    world.release(needs_a_database);
    world.run();
    world.wait_for_timer();
    world.cluster.remove(FakeWorld::id("Deployment", "database"));

    world.cluster.put(waiting_pod("CreateContainerConfigError"));
    world.run();
    world.cluster.put(waiting_pod("CreateContainerError"));
    world.run();

    CHECK_THAT(waiting_for(world), Catch::Contains("does not exist yet"));
}
