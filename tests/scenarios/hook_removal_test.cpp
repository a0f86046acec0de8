/// Scenarios of what hooks made in an event that failed.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

/// A script that goes with the event, and the Job that it is for.
const std::string event = R"(
apiVersion: v1
kind: ConfigMap
metadata:
  name: script
  annotations:
    helm.sh/hook: pre-install
    helm.sh/hook-weight: "-1"
    helm.sh/hook-delete-policy: hook-succeeded
data: {run: "true"}
---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {helm.sh/hook: pre-install}}
---
)";

const std::string app = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: app}
)";

const ObjectId script = FakeWorld::id("ConfigMap", "script");
const ObjectId migrate = FakeWorld::id("Job", "migrate");

/// The Job fails; then the user takes both hooks out.
void play(FakeWorld& world) {
    world.failing.insert(migrate);
    world.release(event + app, {{"retry", {{"limit", 0}}}});
    world.run_to_the_end();
    CHECK(world.cluster.has(script));
    world.release(app);
    world.run_to_the_end();
}

}  // namespace

TEST_CASE("a retry finds what succeeded before it, and then it goes", "[scenario][hook]") {
    FakeWorld world;
    world.failing.insert(migrate);
    world.release(event + app, {{"retry", {{"limit", 0}}}});
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Failed);
    CHECK(world.cluster.has(script));

    world.failing.clear();
    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK_FALSE(world.cluster.has(script));
    CHECK(
        world.cluster.log() ==
        std::vector<std::string>{
            "create ConfigMap/script",
            "create Job/migrate",
            "delete Job/migrate",
            "create Job/migrate",
            "delete ConfigMap/script",
            "create ConfigMap/app"}
    );
}

TEST_CASE(
    "killed at any write while the hooks of a failed event are removed, the operator leaves "
    "nothing that was to go",
    "[scenario][hook][crash]"
) {
    FakeWorld reference;
    play(reference);
    CHECK(
        reference.cluster.log() ==
        std::vector<std::string>{
            "create ConfigMap/script",
            "create Job/migrate",
            "delete ConfigMap/script",
            "create ConfigMap/app"}
    );
    const auto when = GENERATE(When::BeforeTheWrite, When::AfterTheWrite);

    for (int write = 1; write <= reference.crash.writes(); ++write) {
        CAPTURE(write, when == When::BeforeTheWrite);
        FakeWorld world;
        world.crash.at(write, when);
        play(world);

        CHECK(world.status().phase == ReleasePhase::Deployed);
        CHECK(world.cluster.log() == reference.cluster.log());
        CHECK_FALSE(world.cluster.has(script));
        CHECK(world.store.peek("uid-4")->kept == std::vector<ObjectId>{migrate});
    }
}

TEST_CASE(
    "content that comes back after the removal has begun is deployed from its beginning",
    "[scenario][hook]"
) {
    FakeWorld world;
    world.failing.insert(migrate);
    world.release(event + app, {{"retry", {{"limit", 0}}}});
    world.run_to_the_end();
    world.cluster.refuse(script, Error{ErrorKind::Unavailable, "busy"});
    world.release(app);
    world.run();
    REQUIRE(world.status().revision == 1);
    world.cluster.accept(script);
    world.failing.clear();

    SECTION("by the same process") {}
    SECTION("by another") { world.kill(); }
    world.release(event + app, {{"retry", {{"limit", 0}}}});
    world.run();
    world.wait_for_timer();
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.status().revision == 2);
    CHECK(world.cluster.count("create ConfigMap/script") == 2);
    CHECK(world.cluster.count("create Job/migrate") == 2);
    CHECK_FALSE(world.cluster.has(script));
}
