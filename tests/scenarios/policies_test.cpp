/// What the spec's switches mean: suspend, supersede, prune, deletion, timeouts, retries.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;
using namespace std::chrono_literals;

namespace {

std::string config_map(const std::string& name, const std::string& annotations = "") {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", annotations: {" +
           annotations + "}}\n---\n";
}

std::string job(const std::string& name, const std::string& annotations) {
    return "apiVersion: batch/v1\nkind: Job\nmetadata: {name: " + name + ", annotations: {" +
           annotations + "}}\nspec: {}\n---\n";
}

const std::string database =
    "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: database}\nspec: {replicas: "
    "1}\n---\n";

const StatusCondition& ready(const ReleaseStatus& status) {
    const auto* condition = find_condition(status, "Ready");
    REQUIRE(condition != nullptr);
    return *condition;
}

}  // namespace

TEST_CASE("a suspended Release writes nothing, and goes on when it is resumed", "[scenario]") {
    FakeWorld world;
    world.release(config_map("a"), {{"suspend", true}});
    world.run_to_the_end();
    const auto suspended = world.status();
    const auto nothing = world.cluster.log();

    world.release(config_map("a"));
    world.run_to_the_end();

    CHECK(suspended.phase == ReleasePhase::Suspended);
    CHECK(nothing.empty());
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("under supersede Finish a running hook ends before new content begins", "[scenario]") {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("Job", "migrate"));
    world.release(job("migrate", "helm.sh/hook: pre-install") + config_map("a"));
    world.run();
    world.release(job("migrate", "helm.sh/hook: pre-install") + config_map("b"));
    world.run();
    const int while_it_runs = world.status().revision;

    world.stuck.clear();
    world.run_to_the_end();

    CHECK(while_it_runs == 1);
    CHECK(world.status().revision == 2);
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "a")));
}

TEST_CASE("under supersede Terminate a running hook is deleted at once", "[scenario]") {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("Job", "migrate"));
    world.release(job("migrate", "helm.sh/hook: pre-install") + config_map("a"));
    world.run();

    world.release(config_map("b"), {{"supersede", "Terminate"}});
    world.run();

    CHECK(world.cluster.count("delete Job/migrate") == 1);
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.status().revision == 2);
}

TEST_CASE(
    "without prune what left the release stays, and goes when prune is switched on", "[scenario]"
) {
    FakeWorld world;
    world.release(config_map("a") + config_map("b"), {{"prune", false}});
    world.run_to_the_end();
    world.release(config_map("a"), {{"prune", false}});
    world.run_to_the_end();
    const bool stayed = world.cluster.has(FakeWorld::id("ConfigMap", "b"));

    world.release(config_map("a"));
    world.run_to_the_end();

    CHECK(stayed);
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "b")));
    CHECK(world.status().revision == 2);
}

TEST_CASE("deletion policy Orphan leaves the objects and says which", "[scenario]") {
    FakeWorld world;
    world.release(config_map("a"), {{"deletion", {{"policy", "Orphan"}}}});
    world.run_to_the_end();

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "a")));
    CHECK_THAT(world.recorder.events.back(), Catch::Contains("ConfigMap shop/a"));
}

TEST_CASE(
    "an operation that takes longer than its timeout fails and says what it waited for",
    "[scenario]"
) {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("StatefulSet", "database"));
    world.release(database, {{"timeout", "5m"}, {"retry", {{"limit", 0}}}});
    world.run();

    world.clock.pass(5min);
    world.wait_for_timer();

    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK(ready(world.status()).reason == "Timeout");
    CHECK_THAT(ready(world.status()).message, Catch::Contains("StatefulSet/database"));
}

TEST_CASE("nothing changing for too long fails sooner than the timeout", "[scenario]") {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("StatefulSet", "database"));
    world.release(database, {{"noActivityTimeout", "2m"}, {"retry", {{"limit", 0}}}});
    world.run();

    world.clock.pass(2min);
    world.wait_for_timer();

    CHECK(ready(world.status()).reason == "Timeout");
    CHECK_THAT(ready(world.status()).message, Catch::Contains("noActivityTimeout"));
}

TEST_CASE("a retry that is asked for by annotation begins at once, and only once", "[scenario]") {
    FakeWorld world;
    const auto migrate = FakeWorld::id("Job", "migrate");
    world.failing.insert(migrate);
    world.release(job("migrate", "helm.sh/hook: pre-install"), {{"retry", {{"limit", 0}}}});
    world.run_to_the_end();

    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();
    world.kill();
    world.run_to_the_end();

    CHECK(world.cluster.count("create Job/migrate") == 2);
    CHECK(world.status().phase == ReleasePhase::Failed);
}

TEST_CASE(
    "a hook that vanishes before its outcome was seen stops the release instead of guessing",
    "[scenario]"
) {
    FakeWorld world;
    const auto migrate = FakeWorld::id("Job", "migrate");
    world.stuck.insert(migrate);
    world.release(job("migrate", "helm.sh/hook: pre-install") + config_map("a"));
    world.run();

    world.cluster.remove(migrate);
    world.run();

    CHECK(ready(world.status()).reason == "HookOutcomeUnknown");
    CHECK(world.cluster.count("create Job/migrate") == 1);
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "a")));
}

TEST_CASE(
    "a Job of a group that failed is made anew by the next attempt, and nothing else is",
    "[scenario]"
) {
    FakeWorld world;
    const auto migrate = FakeWorld::id("Job", "migrate");
    world.failing.insert(migrate);
    world.release(
        config_map("a") + job("migrate", "werf.io/weight: \"1\""), {{"retry", {{"limit", 1}}}}
    );
    world.run_to_the_end();

    world.failing.clear();
    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create ConfigMap/a") == 1);
    CHECK(world.cluster.count("apply ConfigMap/a") == 0);
}

TEST_CASE(
    "when its namespace goes, a Release says what it leaves elsewhere and lets go", "[scenario]"
) {
    FakeWorld world;
    world.release(config_map("a") + "apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n");
    world.run_to_the_end();
    auto space = world.cluster.at({.kind = "Namespace", .name = "shop"}).document();
    space["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    world.cluster.put(space);

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.store.is_empty());
    CHECK_THAT(world.recorder.events.back(), Catch::Contains("Namespace other"));
    CHECK_FALSE(world.cluster.log().back() == "delete ConfigMap/a");
}

TEST_CASE("an object whose deletion waits for a finalizer is waited for, by name", "[scenario]") {
    FakeWorld world;
    world.release(config_map("a") + config_map("b"));
    world.run_to_the_end();
    auto held = world.cluster.at(FakeWorld::id("ConfigMap", "b")).document();
    held["metadata"]["finalizers"] = {"example.com/hold"};
    world.cluster.put(held);
    world.release(config_map("a"));
    world.run();
    const auto waiting = world.status();

    world.cluster.remove(FakeWorld::id("ConfigMap", "b"));
    world.run_to_the_end();

    REQUIRE(waiting.waiting_for.size() == 1);
    CHECK_THAT(waiting.waiting_for[0], Catch::Contains("example.com/hold"));
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "an object of the same name made by somebody else after ours went is not deleted", "[scenario]"
) {
    FakeWorld world;
    world.release(config_map("a") + config_map("b"));
    world.run_to_the_end();
    world.cluster.remove(FakeWorld::id("ConfigMap", "b"));
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata", {{"name", "b"}, {"namespace", "shop"}}}}
    );

    world.release(config_map("a"));
    world.run_to_the_end();

    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "b")));
    CHECK(world.cluster.count("delete ConfigMap/b") == 0);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a failed hook goes where its policy says so, and stays where not", "[scenario]") {
    const auto [policy, stays] = GENERATE(table<std::string, bool>(
        {{"hook-failed", false}, {"hook-succeeded", true}, {"before-hook-creation", true}}
    ));
    CAPTURE(policy);
    const ObjectId migrate = FakeWorld::id("Job", "migrate");
    FakeWorld world;
    world.failing.insert(migrate);
    world.release(
        job("migrate", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: " + policy),
        {{"retry", {{"limit", 0}}}}
    );

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Failed);
    CHECK(world.cluster.has(migrate) == stays);
}

TEST_CASE("an object that became a hook is no longer the release's to delete", "[scenario]") {
    FakeWorld world;
    world.release(config_map("a") + job("migrate", ""));
    world.run_to_the_end();
    world.release(config_map("a") + job("migrate", "helm.sh/hook: post-upgrade"));
    world.run_to_the_end();
    CHECK(world.status().inventory.count == 1);

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(FakeWorld::id("Job", "migrate")));
    CHECK(world.recorder.events.back() == "Kept: Job.batch shop/migrate");
}

TEST_CASE("a Job that cannot be changed is deleted and made anew", "[scenario]") {
    const ObjectId migrate = FakeWorld::id("Job", "migrate");
    FakeWorld world;
    world.release(job("migrate", "version: v1"));
    world.run_to_the_end();
    world.cluster.refuse_changes(
        migrate, {ErrorKind::ImmutableField, "spec.template: field is immutable"}
    );
    world.release(job("migrate", "version: v2"));

    world.run_to_the_end();

    CHECK(world.cluster.count("delete Job/migrate") == 1);
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create Job/migrate") == 2);
}

TEST_CASE("an object that cannot be changed is made anew once it was deleted", "[scenario]") {
    const ObjectId a = FakeWorld::id("ConfigMap", "a");
    FakeWorld world;
    world.release(config_map("a", "version: v1"));
    world.run_to_the_end();
    world.cluster.refuse_changes(a, {ErrorKind::ImmutableField, "data: field is immutable"});
    world.release(config_map("a", "version: v2"));
    world.run_to_the_end();
    const auto refused = world.status();

    world.cluster.remove(a);
    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(find_condition(refused, "Ready")->reason == "ImmutableField");
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create ConfigMap/a") == 2);
}

TEST_CASE("what is refused again and again is tried ever more seldom", "[scenario]") {
    FakeWorld world;
    world.cluster.refuse(FakeWorld::id("ConfigMap", "a"), {ErrorKind::Unavailable, "no answer"});
    world.release(config_map("a"));
    world.run();
    const auto begun = world.clock.now();

    for (int i = 0; i < 8; ++i)
        world.wait_for_timer();

    CHECK(world.clock.now() - begun > 20s);
}
