/// Scenarios of workloads that are not ready, and of what only their pods know.
#include <algorithm>

#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using nlohmann::json;
using slipway::test::FakeCluster;
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

bool waits_for(const FakeWorld& world, const std::string& text) {
    const auto waiting = world.status().waiting_for;
    return std::any_of(waiting.begin(), waiting.end(), [&](const std::string& one) {
        return one.find(text) != std::string::npos;
    });
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

TEST_CASE(
    "pods that the operator may not watch are watched as the account", "[scenario][pods][watching]"
) {
    FakeWorld world;
    world.cluster.forbid_watching({"", "Pod"}, FakeCluster::Watchers::TheOperator);
    world.cluster.put(unready_deployment());
    world.cluster.put(waiting_pod("CreateContainerConfigError"));
    world.release(needs_a_database);
    world.run();

    world.wait_for_timer();

    CHECK_THAT(waiting_for(world), Catch::Contains("Pod/database-x: container app waits"));
}

TEST_CASE("where nobody may watch the pods, the why says so", "[scenario][pods][watching]") {
    FakeWorld world;
    world.cluster.forbid_watching({"", "Pod"}, FakeCluster::Watchers::Everybody);
    world.cluster.put(unready_deployment());
    world.cluster.put(waiting_pod("CreateContainerConfigError"));
    world.release(needs_a_database);
    world.run();

    world.wait_for_timer();

    CHECK_THAT(
        waiting_for(world), Catch::Contains("0/1 replicas ready; neither Slipway nor the release's")
    );
}

TEST_CASE(
    "a workload that is unready again says what its pods say, though others' pods are watched",
    "[scenario][pods]"
) {
    FakeWorld world;
    json cache = unready_deployment();
    cache["metadata"]["name"] = "cache";
    cache["spec"]["selector"]["matchLabels"]["app"] = "cache";
    world.cluster.put(cache);
    world.cluster.put(unready_deployment());
    world.cluster.put(waiting_pod("CreateContainerConfigError"));
    world.release(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: "
        "{cache.external-dependency.werf.io/resource: deployment/cache, "
        "database.external-dependency.werf.io/resource: deployment/database}}}"
    );
    world.run();
    world.wait_for_timer();
    const json unready = unready_deployment()["status"];
    json ready = unready;
    ready.update({{"readyReplicas", 1}, {"availableReplicas", 1}});
    world.cluster.set_status(FakeWorld::id("Deployment", "database"), ready);
    world.run();
    const bool waited_between = waits_for(world, "Deployment/database: ");

    world.cluster.set_status(FakeWorld::id("Deployment", "database"), unready);
    world.run();
    world.wait_for_timer();

    CHECK_FALSE(waited_between);
    CHECK(waits_for(world, "Pod/database-x: container app waits"));
}
