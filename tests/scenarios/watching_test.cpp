/// Scenarios of what the operator may not watch, or is not told.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using slipway::test::FakeCluster;
using slipway::test::FakeWorld;

namespace {

const nlohmann::json from_a_secret{
    {"sources",
     nlohmann::json::array({{{"secretRef", {{"name", "manifests"}, {"key", "a.yaml"}}}}})}};

const GroupKind secrets{"", "Secret"};

/// A Secret that holds a ConfigMap of this name ("a", "b").
void put_secret(FakeWorld& world, const std::string& text) {
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "Secret"},
         {"metadata", {{"name", "manifests"}, {"namespace", "shop"}}},
         {"data", {{"a.yaml", text}}}}
    );
}

// kind: ConfigMap, apiVersion: v1, metadata.name a and b, in base64
const std::string holds_a =
    "e2FwaVZlcnNpb246IHYxLCBraW5kOiBDb25maWdNYXAsIG1ldGFkYXRhOiB7bmFtZTogYX19";
const std::string holds_b =
    "e2FwaVZlcnNpb246IHYxLCBraW5kOiBDb25maWdNYXAsIG1ldGFkYXRhOiB7bmFtZTogYn19";

bool says_not_watched(const ReleaseStatus& status) {
    return std::any_of(status.warnings.begin(), status.warnings.end(), [](const Warning& warning) {
        return warning.rule == "SLW030" && warning.object == "Secret/manifests";
    });
}

}  // namespace

TEST_CASE(
    "without the right to watch Secrets, those of sources are followed as the account",
    "[scenario][watching]"
) {
    FakeWorld world;
    world.cluster.forbid_watching(secrets, FakeCluster::Watchers::TheOperator);
    world.kill();
    put_secret(world, holds_a);
    world.release("", from_a_secret);
    world.run_to_the_end();
    REQUIRE(world.cluster.has(FakeWorld::id("ConfigMap", "a")));

    put_secret(world, holds_b);
    world.run_to_the_end();

    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "b")));
    CHECK_FALSE(says_not_watched(world.status()));
}

TEST_CASE(
    "a source that nobody may watch is read at each reconcile, and status says so",
    "[scenario][watching]"
) {
    FakeWorld world;
    world.cluster.forbid_watching(secrets, FakeCluster::Watchers::Everybody);
    world.kill();
    put_secret(world, holds_a);
    world.release("", from_a_secret);
    world.run_to_the_end();
    const bool said = says_not_watched(world.status());
    put_secret(world, holds_b);
    world.run_to_the_end();
    const bool unnoticed = !world.cluster.has(FakeWorld::id("ConfigMap", "b"));

    world.annotate("slipway.dev/reconcile-at", "now");
    world.run_to_the_end();

    CHECK(said);
    CHECK(unnoticed);
    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "b")));
}

TEST_CASE(
    "a source that went while its watch was away is missed as soon as it lists again",
    "[scenario][watching]"
) {
    FakeWorld world;
    put_secret(world, holds_a);
    world.release("", from_a_secret);
    world.run_to_the_end();
    REQUIRE(world.status().phase == ReleasePhase::Deployed);
    world.cluster.lose_events();
    world.cluster.remove({.kind = "Secret", .in_namespace = "shop", .name = "manifests"});
    world.run();
    const bool unnoticed = find_condition(world.status(), "Ready")->reason != "SourceNotFound";

    world.cluster.list_again();
    world.run();

    CHECK(unnoticed);
    CHECK(find_condition(world.status(), "Ready")->reason == "SourceNotFound");
}

TEST_CASE("an event that was lost is found after a quiet minute", "[scenario][watching]") {
    FakeWorld world;
    const ObjectId database = FakeWorld::id("StatefulSet", "database");
    world.stuck.insert(database);
    world.release("{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: database}}");
    world.run();
    world.cluster.lose_events();
    const auto begun = world.clock.now();

    world.stuck.clear();
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.clock.now() - begun <= 61s);
}

TEST_CASE(
    "a hook's end that nobody was told of is found after a quiet minute", "[scenario][watching]"
) {
    const ObjectId migrate = FakeWorld::id("Job", "migrate");
    FakeWorld world;
    world.stuck.insert(migrate);
    world.release(
        "{apiVersion: batch/v1, kind: Job, metadata: {name: migrate, annotations: {helm.sh/hook: "
        "pre-install}}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"
    );
    world.run();
    world.cluster.lose_events();
    const auto begun = world.clock.now();

    world.stuck.clear();
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.count("create Job/migrate") == 1);
    CHECK(world.clock.now() - begun <= 61s);
}

TEST_CASE(
    "that an object is gone, of which nobody was told, is found after a quiet minute",
    "[scenario][watching]"
) {
    const ObjectId kept_back = FakeWorld::id("ConfigMap", "a");
    FakeWorld world;
    world.release("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    world.run_to_the_end();
    auto held = world.cluster.at(kept_back).document();
    held["metadata"]["finalizers"] = {"example.com/hold"};
    world.cluster.put(held);
    world.delete_release();
    world.run();
    const bool waited = world.cluster.has(kept_back) && !world.release_is_gone();
    world.cluster.lose_events();
    const auto begun = world.clock.now();

    world.cluster.remove(kept_back);
    world.run_to_the_end();

    CHECK(waited);
    CHECK(world.release_is_gone());
    CHECK(world.clock.now() - begun <= 61s);
}

TEST_CASE(
    "a dependency of a kind that nobody serves yet is taken up when its definition appears",
    "[scenario][watching]"
) {
    FakeWorld world;
    world.release(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: "
        "{vault.external-dependency.werf.io/resource: widgets.v1.example.com/vault}}}"
    );
    world.run();
    const auto waiting = world.status().waiting_for;
    world.cluster.put(
        {{"apiVersion", "example.com/v1"},
         {"kind", "Widget"},
         {"metadata", {{"name", "vault"}, {"namespace", "shop"}}}}
    );
    world.cluster.serve({"example.com", "v1", "Widget", "widgets", true});
    const auto begun = world.clock.now();

    world.cluster.put(
        {{"apiVersion", "apiextensions.k8s.io/v1"},
         {"kind", "CustomResourceDefinition"},
         {"metadata", {{"name", "widgets.example.com"}}}}
    );
    world.run();

    REQUIRE_FALSE(waiting.empty());
    CHECK_THAT(waiting.front(), Catch::Contains("widgets.v1.example.com/vault"));
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.clock.now() == begun);
}

TEST_CASE(
    "a property is waited for also of a kind that is watched as metadata", "[scenario][watching]"
) {
    FakeWorld world;
    const std::string waits = "kots.io/wait-for-properties: '.data.done=yes'";
    world.release(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {" + waits +
        ", kots.io/creation-phase: '-1'}}}\n---\n"
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}"
    );
    world.run();
    const bool waited = !world.cluster.has(FakeWorld::id("ConfigMap", "b"));

    auto document = world.cluster.at(FakeWorld::id("ConfigMap", "a")).document();
    document["data"]["done"] = "yes";
    world.cluster.put(document);
    world.run_to_the_end();

    CHECK(waited);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE("a change is deployed without reading what it replaces", "[scenario]") {
    FakeWorld world;
    const std::string app = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n";
    world.release(app);
    world.run_to_the_end();

    world.release(app + "data: {colour: blue}\n");
    world.run_to_the_end();

    CHECK(world.status().revision == 2);
    CHECK(world.store.content_loads() == 0);
}

TEST_CASE("content that no remembered revision holds leaves the store", "[scenario]") {
    FakeWorld world;
    for (int i = 0; i < 12; ++i) {
        world.release(
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a" + std::to_string(i) + "}}"
        );
        world.run_to_the_end();
    }

    CHECK(world.status().revision == 12);
    CHECK(world.store.contents() == 10);
}
