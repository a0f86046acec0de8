/// What only the leader knows, and what it keeps for the next one.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;

namespace {

const std::string settings = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n";

const std::string migration = R"(---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded}
spec: {}
)";

StatusCondition ready(const FakeWorld& world) {
    const ReleaseStatus status = world.status();
    const StatusCondition* condition = find_condition(status, "Ready");
    return condition == nullptr ? StatusCondition{} : *condition;
}

}  // namespace

TEST_CASE(
    "a store that cannot be used is said within seconds, and the walk goes on once it can",
    "[scenario][store]"
) {
    FakeWorld world;
    world.store.refuse(Error{ErrorKind::Forbidden, "secrets is forbidden"});
    world.release(settings);
    world.run();
    const Time begun = world.clock.now();
    world.wait_for_timer();

    CHECK(world.clock.now() - begun < std::chrono::seconds(5));
    CHECK(ready(world).status == "Unknown");
    CHECK(ready(world).reason == "Forbidden");
    CHECK_THAT(
        ready(world).message,
        Catch::Contains("nothing goes on") && Catch::Contains("secrets is forbidden")
    );

    world.store.refuse(std::nullopt);
    world.run_to_the_end();
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(ready(world).status == "True");
}

TEST_CASE("a busy store is asked no earlier than it said, whatever happens", "[scenario][store]") {
    FakeWorld world;
    const auto asked_for = std::chrono::seconds(7);
    world.store.refuse(Error{ErrorKind::Throttled, "come back later", asked_for});
    world.release(settings);
    world.run();
    const Time begun = world.clock.now();
    world.store.refuse(std::nullopt);

    world.annotate("anything", "new");
    world.run();

    CHECK(world.cluster.log().empty());
    world.wait_for_timer();
    CHECK(world.clock.now() - begun == asked_for);
    world.run_to_the_end();
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a store that fails again and again is asked less and less often", "[scenario][store]") {
    FakeWorld world;
    world.store.refuse(Error{ErrorKind::Unavailable, "no answer"});
    world.release(settings);
    world.run();

    std::vector<Duration> pauses;
    for (int i = 0; i < 8; ++i) {
        const Time before = world.clock.now();
        world.wait_for_timer();
        pauses.push_back(world.clock.now() - before);
    }

    // Its own finalizer woke it once already.
    CHECK(pauses.front() == std::chrono::seconds(2));
    CHECK(pauses.back() == std::chrono::seconds(30));
    CHECK(std::is_sorted(pauses.begin(), pauses.end()));
}

TEST_CASE(
    "who leads again goes on from what the other leader did, and runs no hook twice",
    "[scenario][leading]"
) {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("Job", "migrate"));
    world.release(migration + settings);
    world.run();
    REQUIRE(world.cluster.count("create Job/migrate") == 1);

    world.hand_over();
    world.stuck.clear();
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Deployed);
    world.lead_again();
    world.run_to_the_end();

    CHECK(world.cluster.count("create Job/migrate") == 1);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}
