/// What only the leader knows, and what it keeps for the next one.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeStore;
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

const std::string notice = R"(---
apiVersion: batch/v1
kind: Job
metadata:
  name: notify
  annotations: {helm.sh/hook: post-install}
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

TEST_CASE(
    "a busy server is asked for the content no earlier than it said, whatever happens",
    "[scenario][store]"
) {
    FakeWorld world;
    const auto asked_for = std::chrono::seconds(7);
    const ObjectId account = FakeWorld::id("ServiceAccount", "deployer");
    world.cluster.refuse_next_get(Error{ErrorKind::Throttled, "come back later", asked_for});
    world.release(settings);
    world.run();
    const Time begun = world.clock.now();
    const int gets = world.cluster.gets(account);

    world.annotate("anything", "new");
    world.run();
    world.release(settings + migration);
    world.run();

    CHECK(world.cluster.gets(account) == gets);
    world.wait_for_timer();
    CHECK(world.clock.now() - begun == asked_for);
    world.run_to_the_end();
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create Job/migrate") == 1);
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
    "while what is to be deleted cannot be read no attempt is lost, and it goes once it can",
    "[scenario][store]"
) {
    const auto kind = GENERATE(ErrorKind::Unavailable, ErrorKind::Timeout, ErrorKind::Forbidden);
    FakeWorld world;
    world.release(settings);
    world.run_to_the_end();
    world.store.refuse_contents(Error{kind, "its content cannot be had", {}});
    world.delete_release();
    world.run();
    for (int turn = 0; turn < 10; ++turn)
        world.wait_for_timer();

    CHECK(ready(world).status == "Unknown");
    CHECK(ready(world).reason == reason(kind));
    CHECK_THAT(
        ready(world).message,
        Catch::Contains("nothing goes on") && Catch::Contains("its content cannot be had")
    );

    world.store.refuse_contents(std::nullopt);
    world.wait_for_timer();
    world.run_to_the_end();
    CHECK(world.release_is_gone());
}

TEST_CASE(
    "what is stored and cannot be understood fails, for waiting would not mend it",
    "[scenario][store]"
) {
    FakeWorld world;
    world.release(settings);
    world.run_to_the_end();
    world.store.refuse_contents(Error{ErrorKind::NotFound, "no such content", {}});
    world.delete_release();
    world.run_to_the_end();

    CHECK(ready(world).status == "False");
    CHECK_THAT(ready(world).message, Catch::Contains("no such content"));
    CHECK(find_condition(world.status(), "Stalled") != nullptr);
}

TEST_CASE(
    "whichever write of a ledger fails, the walk goes on and does nothing twice",
    "[scenario][store]"
) {
    const auto install_and_delete = [](FakeWorld& world) {
        world.release(settings + migration + notice);
        world.run_to_the_end();
        const bool is_deployed = world.status().phase == ReleasePhase::Deployed;
        world.delete_release();
        world.run();
        world.wait_for_timer();
        world.run_to_the_end();
        return is_deployed;
    };
    FakeWorld reference;
    REQUIRE(install_and_delete(reference));
    const auto failing = GENERATE(FakeStore::Failing::Write, FakeStore::Failing::Answer);

    for (int save = 1; save <= reference.store.saves(); ++save) {
        CAPTURE(save, failing == FakeStore::Failing::Answer);
        FakeWorld world;
        world.store.refuse_save(save, failing, {ErrorKind::Unavailable, "try again", {}});

        CHECK(install_and_delete(world));
        CHECK(world.store.saves() >= save);
        CHECK(world.release_is_gone());
        CHECK(world.store.is_empty());
        CHECK(world.cluster.log() == reference.cluster.log());
    }
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
