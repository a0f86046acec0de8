/// Dependencies inside a release, as the operator walks them.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;

namespace {

const std::string web_after_database = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: early, annotations: {slipway.dev/after: StatefulSet/database}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: database}
spec: {replicas: 1}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: free}
spec: {replicas: 1}
---
apiVersion: batch/v1
kind: Job
metadata: {name: late, annotations: {slipway.dev/after: "StatefulSet/database:applied"}}
spec: {}
)";

}  // namespace

TEST_CASE("what comes after an object waits for it, and nothing else does", "[scenario]") {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("StatefulSet", "database"));
    world.release(web_after_database);
    world.run();
    const auto while_it_starts = world.cluster.log();
    const auto waiting = world.status().waiting_for;

    world.stuck.clear();
    world.run_to_the_end();

    CHECK(
        while_it_starts ==
        std::vector<std::string>{
            "create Deployment/free", "create StatefulSet/database", "create Job/late"}
    );
    CHECK_FALSE(waiting.empty());
    CHECK(world.cluster.log().back() == "create ConfigMap/early");
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a deletion takes what came after an object before it", "[scenario]") {
    FakeWorld world;
    world.release(web_after_database);
    world.run_to_the_end();

    world.delete_release();
    world.run_to_the_end();

    REQUIRE(world.release_is_gone());
    const auto& log = world.cluster.log();
    const auto place = [&](const char* entry) { return std::ranges::find(log, entry); };
    CHECK(place("delete ConfigMap/early") < place("delete StatefulSet/database"));
}

TEST_CASE("a custom resource that reports its failure fails the release at once", "[scenario]") {
    FakeWorld world;
    world.cluster.serve(
        {.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"}
    );
    world.release(
        R"(
apiVersion: example.com/v1
kind: Widget
metadata:
  name: a
  annotations:
    slipway.dev/wait-for: '{.status.phase} == "Running"'
    slipway.dev/fail-when: '{.status.phase} == "Broken"'
)",
        {{"retry", {{"limit", 0}}}}
    );
    world.run();
    const auto waiting = world.status().phase;

    world.cluster.set_status(FakeWorld::id("Widget", "a"), {{"phase", "Broken"}});
    world.run();

    CHECK(waiting == ReleasePhase::Deploying);
    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::Matchers::Contains(
            "Widget/a: slipway.dev/fail-when: {.status.phase} == \"Broken\" holds"
        )
    );
}
