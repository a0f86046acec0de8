/// Scenarios of Jobs that want to be gone as soon as they have finished.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;
using slipway::test::When;

namespace {

constexpr auto* ttl_field = "/spec/ttlSecondsAfterFinished";

const std::string short_lived = R"(
apiVersion: batch/v1
kind: Job
metadata: {name: before, annotations: {helm.sh/hook: "pre-install,pre-upgrade"}}
spec: {ttlSecondsAfterFinished: 0}
---
apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec: {ttlSecondsAfterFinished: 0}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: blue}
)";

const ObjectId migrate = FakeWorld::id("Job", "migrate");

std::string job(const std::string& spec) {
    return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate}\nspec: " + spec + "\n";
}

}  // namespace

TEST_CASE("a Job's time to live begins when its outcome is durable", "[scenario][ttl]") {
    FakeWorld world;
    world.release(job("{ttlSecondsAfterFinished: 60}"));
    world.run();
    const bool withheld = !world.cluster.at(migrate).has(ttl_field);

    world.run_to_the_end();

    CHECK(withheld);
    CHECK(world.cluster.at(migrate).integer(ttl_field, -1) == 60);
    CHECK(world.store.peek("uid-4")->withheld_ttls.empty());
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a failed Job's time to live begins too", "[scenario][ttl]") {
    FakeWorld world;
    world.failing.insert(migrate);
    world.release(job("{ttlSecondsAfterFinished: 60}"), {{"retry", {{"limit", 0}}}});

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK(world.cluster.at(migrate).integer(ttl_field, -1) == 60);
}

TEST_CASE("a Job that nobody waits for gets its time to live all the same", "[scenario][ttl]") {
    FakeWorld world;
    world.release(job("{ttlSecondsAfterFinished: 0}"), {{"wait", "Annotated"}});
    world.run_to_the_end();
    REQUIRE_FALSE(world.cluster.has(migrate));

    world.release(job("{ttlSecondsAfterFinished: 0}"), {{"wait", "All"}});
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create Job/migrate") == 1);
}

TEST_CASE("an account that may not set the time to live is told so once", "[scenario][ttl]") {
    FakeWorld world;
    world.release(job("{ttlSecondsAfterFinished: 60}"));
    world.run();
    world.cluster.refuse(migrate, {ErrorKind::Forbidden, "may not patch jobs", {}});

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(
        std::count_if(
            world.recorder.events.begin(),
            world.recorder.events.end(),
            [](const std::string& event) { return event.starts_with("TtlNotSet: "); }
        ) == 1
    );
}

TEST_CASE(
    "killed at any write, no Job with a time to live of 0 runs twice", "[scenario][ttl][crash]"
) {
    FakeWorld reference;
    reference.release(short_lived);
    reference.run_to_the_end();
    const int writes = reference.crash.writes();
    REQUIRE(reference.status().phase == ReleasePhase::Deployed);
    const auto when = GENERATE(When::BeforeTheWrite, When::AfterTheWrite);

    for (int write = 1; write <= writes; ++write) {
        CAPTURE(write, when == When::BeforeTheWrite);
        FakeWorld world;
        world.crash.at(write, when);
        world.release(short_lived);

        world.run_to_the_end();

        CHECK(world.crashes == 1);
        CHECK(world.status().phase == ReleasePhase::Deployed);
        CHECK_FALSE(world.cluster.has(migrate));
        CHECK_FALSE(world.cluster.has(FakeWorld::id("Job", "before")));
        CHECK(world.cluster.count("create Job/before") == 1);
        CHECK(world.cluster.count("create Job/migrate") == 1);
    }
}
