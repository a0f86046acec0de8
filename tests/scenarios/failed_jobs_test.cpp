/// Scenarios of Jobs that fail before anybody watches their pods.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using nlohmann::json;
using slipway::test::FakeWorld;

namespace {

const std::string job = R"(apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {ANNOTATION}}
spec: {selector: {matchLabels: {job: migrate}}}
)";

std::string job_with(const std::string& annotation) {
    std::string text = job;
    return text.replace(text.find("ANNOTATION"), 10, annotation);
}

const json has_failed{
    {"conditions",
     json::array({{{"type", "Failed"}, {"status", "True"}, {"reason", "BackoffLimitExceeded"}}})}};

void put_failed_pod(FakeWorld& world) {
    const json exit{{"exitCode", 3}, {"message", "no such table"}};
    const json container{{"name", "main"}, {"state", {{"terminated", exit}}}};
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "Pod"},
         {"metadata",
          {{"name", "migrate-x"}, {"namespace", "shop"}, {"labels", {{"job", "migrate"}}}}},
         {"status", {{"phase", "Failed"}, {"containerStatuses", json::array({container})}}}}
    );
}

/// The Job fails at once.
void fail(FakeWorld& world, const std::string& annotation) {
    world.stuck.insert(FakeWorld::id("Job", "migrate"));
    world.release(job_with(annotation), {{"retry", {{"limit", 0}}}});
    world.run();
    world.cluster.set_status(FakeWorld::id("Job", "migrate"), has_failed);
    world.run();
}

}  // namespace

TEST_CASE("a Job that fails at once fails with its pod's reason", "[scenario][jobs]") {
    const std::string annotation = GENERATE("helm.sh/hook: pre-install", "werf.io/weight: '-1'");
    CAPTURE(annotation);
    FakeWorld world;
    put_failed_pod(world);
    const auto begun = world.clock.now();

    fail(world, annotation);

    const auto status = world.status();
    CHECK(status.phase == ReleasePhase::Failed);
    CHECK_THAT(
        find_condition(status, "Ready")->message,
        Catch::Contains("Pod/migrate-x: container main: exit code 3: no such table")
    );
    CHECK(world.clock.now() == begun);
}

TEST_CASE("a hook that fails at once tells its exit code", "[scenario][jobs]") {
    FakeWorld world;
    put_failed_pod(world);

    fail(world, "helm.sh/hook: pre-install");

    REQUIRE(world.status().hooks.size() == 1);
    CHECK(world.status().hooks.front().exit_code == 3);
}

TEST_CASE("a Job whose pods cannot be listed at once fails with their reason", "[scenario][jobs]") {
    FakeWorld world;
    put_failed_pod(world);
    world.cluster.refuse_next_list({"", "Pod"}, {ErrorKind::Unavailable, "no answer", {}});

    fail(world, "helm.sh/hook: pre-install");
    world.wait_for_timer();

    REQUIRE(world.status().hooks.size() == 1);
    CHECK(world.status().hooks.front().exit_code == 3);
}

TEST_CASE("a Job whose pods can never be listed fails all the same", "[scenario][jobs]") {
    FakeWorld world;
    put_failed_pod(world);
    world.cluster.refuse_lists({"", "Pod"}, {ErrorKind::Unavailable, "no answer", {}});

    fail(world, "helm.sh/hook: pre-install");
    for (int turn = 0; turn < 10; ++turn)
        world.wait_for_timer();

    CHECK(world.status().phase == ReleasePhase::Failed);
}

TEST_CASE("a Job whose pods nobody may list fails without their reason", "[scenario][jobs]") {
    FakeWorld world;
    put_failed_pod(world);
    world.cluster.refuse_lists({"", "Pod"}, {ErrorKind::Forbidden, "may not list pods", {}});

    fail(world, "helm.sh/hook: pre-install");

    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::Contains("BackoffLimitExceeded") && !Catch::Contains("exit code")
    );
}

TEST_CASE("a Job that runs again after it failed is judged by its own pods", "[scenario][jobs]") {
    FakeWorld world;
    fail(world, "helm.sh/hook: pre-install");
    put_failed_pod(world);
    world.annotate("slipway.dev/retry-at", "now");
    world.run();

    world.cluster.set_status(FakeWorld::id("Job", "migrate"), has_failed);
    world.run();

    REQUIRE(world.status().hooks.size() == 2);
    CHECK(world.status().hooks.back().exit_code == 3);
}
