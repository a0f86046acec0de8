/// Objects with terms of their own, over several operations of a release.
#include <algorithm>

#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using nlohmann::json;
using slipway::test::FakeWorld;

namespace {

std::string config_map(const std::string& name, const std::string& annotations = "") {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", annotations: {" +
           annotations + "}}\n";
}

std::string deployment(const std::string& annotations) {
    return "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, annotations: {" +
           annotations + "}}\nspec: {selector: {matchLabels: {app: web}}}\n";
}

std::string job(const std::string& annotations) {
    return "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, annotations: {" +
           annotations + "}}\nspec: {}\n";
}

auto times(const FakeWorld& world, const std::string& entry) {
    return std::ranges::count(world.cluster.log(), entry);
}

const ObjectId web = FakeWorld::id("Deployment", "web");

}  // namespace

TEST_CASE("what is deployed at install only is left alone until the deletion", "[scenario]") {
    FakeWorld world;
    world.release(config_map("seed", "werf.io/deploy-on: install"));
    world.run_to_the_end();
    REQUIRE(world.cluster.has(FakeWorld::id("ConfigMap", "seed")));
    const auto before = world.cluster.log().size();

    world.release(config_map("seed", "werf.io/deploy-on: install") + config_map("more"));
    world.run_to_the_end();

    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "seed")));
    CHECK(world.cluster.log().size() == before + 1);
    world.delete_release();
    world.run_to_the_end();
    CHECK(world.release_is_gone());
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "seed")));
}

TEST_CASE("a Job of each revision runs once a revision, whatever happens", "[scenario]") {
    const std::string policy = GENERATE(
        "werf.io/delete-policy: before-creation", "kots.io/hook-delete-policy: hook-succeeded"
    );
    CAPTURE(policy);
    FakeWorld world;
    world.release(job(policy));
    world.run_to_the_end();
    CHECK(times(world, "create Job/migrate") == 1);

    world.kill();
    world.annotate("slipway.dev/reconcile-at", "now");
    world.run_to_the_end();
    CHECK(times(world, "create Job/migrate") == 1);

    world.release(job(policy) + config_map("more"));
    world.run_to_the_end();
    CHECK(times(world, "create Job/migrate") == 2);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a Job that its policy deletes is gone when it has succeeded", "[scenario]") {
    FakeWorld world;
    world.release(job("werf.io/delete-policy: succeeded"));
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK_FALSE(world.cluster.has(FakeWorld::id("Job", "migrate")));
}

TEST_CASE("what scales an object has the say after its creation", "[scenario]") {
    const std::string annotation = "werf.io/replicas-on-creation: '3', slipway.dev/wait: none";
    FakeWorld world;
    world.release(deployment(annotation));
    world.run_to_the_end();
    json scaled = world.cluster.at(web).document();
    CHECK(scaled["spec"]["replicas"] == 3);
    scaled["spec"]["replicas"] = 7;
    world.cluster.put(scaled);

    world.release(deployment(annotation + ", example.com/note: changed"));
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.at(web).annotation("example.com/note") == "changed");
    CHECK(world.cluster.at(web).document()["spec"]["replicas"] == 7);
}

TEST_CASE("replicas of what has no spec to hold them harm nothing", "[scenario]") {
    FakeWorld world;
    world.release(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: odd, annotations: "
        "{werf.io/replicas-on-creation: '3'}}\nspec: text\n"
    );
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
}
