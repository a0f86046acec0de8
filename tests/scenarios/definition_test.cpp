/// Scenarios of a CustomResourceDefinition that goes, and with it all that it defines.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;

namespace {

const std::string widgets = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com, annotations: {kots.io/deletion-phase: "1"}}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions: [{name: v1, served: true, storage: true}]
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: ours}
)";

const ObjectId definition = FakeWorld::id("CustomResourceDefinition", "widgets.example.com");

void put_widget_of_somebody_else(FakeWorld& world) {
    world.cluster.put(
        {{"apiVersion", "example.com/v1"},
         {"kind", "Widget"},
         {"metadata", {{"name", "theirs"}, {"namespace", "shop"}}}}
    );
}

bool says(const FakeWorld& world, const std::string& begin, const std::string& part) {
    return std::any_of(
        world.recorder.events.begin(),
        world.recorder.events.end(),
        [&](const std::string& event) {
            return event.starts_with(begin) && event.find(part) != std::string::npos;
        }
    );
}

}  // namespace

TEST_CASE("what a release is yet to define is not looked for", "[scenario]") {
    FakeWorld world;
    world.release(widgets);

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.gets(definition) == 1);
    CHECK(world.cluster.gets(FakeWorld::id("Widget", "ours")) == 0);
}

TEST_CASE("a definition goes with the release whose alone its resources are", "[scenario]") {
    FakeWorld world;
    world.release(widgets);
    world.run_to_the_end();

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK_FALSE(world.cluster.has(definition));
}

TEST_CASE("a definition that others use is kept, and said to be", "[scenario]") {
    FakeWorld world;
    world.release(widgets);
    world.run_to_the_end();
    put_widget_of_somebody_else(world);

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(definition));
    CHECK_FALSE(world.cluster.has(FakeWorld::id("Widget", "ours")));
    CHECK(says(world, "Kept: ", "Widget.example.com shop/theirs"));
    CHECK(says(world, "Kept: ", definition.text()));
}

TEST_CASE(
    "a definition that others use is kept without naming what the account may not see", "[scenario]"
) {
    FakeWorld world;
    world.release(widgets);
    world.run_to_the_end();
    put_widget_of_somebody_else(world);
    world.cluster.hide_from_accounts({"example.com", "Widget"});

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(definition));
    CHECK(says(world, "Kept: ", "1 custom resources"));
    CHECK_FALSE(says(world, "Kept: ", "theirs"));
}

TEST_CASE("a definition stays with a resource of its kind that is to be kept", "[scenario]") {
    std::string kept = widgets;
    const std::string name = "metadata: {name: ours}";
    kept.replace(
        kept.find(name),
        name.size(),
        "metadata: {name: ours, annotations: {helm.sh/resource-policy: keep}}"
    );
    FakeWorld world;
    world.release(kept);
    world.run_to_the_end();

    world.delete_release();
    world.run_to_the_end();

    CHECK(world.release_is_gone());
    CHECK(world.cluster.has(definition));
    CHECK(world.cluster.has(FakeWorld::id("Widget", "ours")));
}

TEST_CASE("a definition that leaves the release stays while others use it", "[scenario]") {
    FakeWorld world;
    world.release(widgets);
    world.run_to_the_end();
    put_widget_of_somebody_else(world);

    world.release("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.has(definition));
    CHECK(world.store.peek(world.cluster.at(FakeWorld::release_id()).uid())
              ->inventory.at(definition)
              .keep);
}
