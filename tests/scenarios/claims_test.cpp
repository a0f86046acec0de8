/// Scenarios of claims that are not bound, and of how their storage class binds.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using nlohmann::json;
using slipway::test::FakeCluster;
using slipway::test::FakeWorld;

namespace {

const GroupKind storage_classes{"storage.k8s.io", "StorageClass"};

json storage_class(const std::string& mode, const json& annotations = json::object()) {
    return {
        {"apiVersion", "storage.k8s.io/v1"},
        {"kind", "StorageClass"},
        {"metadata", {{"name", "local"}, {"annotations", annotations}}},
        {"provisioner", "example.com/local"},
        {"volumeBindingMode", mode}};
}

/// A claim, and what comes once it is ready.
std::string claim_before_its_user(const std::string& spec) {
    return "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\n"
           "  annotations: {werf.io/weight: '-1'}\nspec: " +
           spec + "\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: after}\n";
}

bool went_on(const FakeWorld& world) {
    return world.cluster.has(FakeWorld::id("ConfigMap", "after"));
}

void bind_claim(FakeWorld& world) {
    world.cluster.set_status(FakeWorld::id("PersistentVolumeClaim", "data"), {{"phase", "Bound"}});
    world.run();
}

void check_waits_until_bound(FakeWorld& world) {
    world.run();
    const bool waited = !went_on(world);

    bind_claim(world);

    CHECK(waited);
    CHECK(went_on(world));
}

}  // namespace

TEST_CASE(
    "a claim that binds to its first consumer does not hold up the stage before it",
    "[scenario][claims]"
) {
    FakeWorld world;
    world.cluster.put(storage_class("WaitForFirstConsumer"));
    world.release(claim_before_its_user("{storageClassName: local}"));
    const auto begun = world.clock.now();

    world.run();

    CHECK(went_on(world));
    CHECK(world.clock.now() == begun);
}

TEST_CASE("a claim without a class binds as the default class does", "[scenario][claims]") {
    const std::string is_default = GENERATE("true", "false");
    CAPTURE(is_default);
    FakeWorld world;
    world.cluster.put(storage_class(
        "WaitForFirstConsumer", {{"storageclass.kubernetes.io/is-default-class", is_default}}
    ));
    world.release(claim_before_its_user("{}"));

    world.run();

    CHECK(went_on(world) == (is_default == "true"));
}

TEST_CASE("a claim that binds at once is waited for until it is bound", "[scenario][claims]") {
    const std::string spec = GENERATE(
        "{storageClassName: local}",                       // The class binds at once.
        "{storageClassName: ''}",                          // No class, not even the default one.
        "{storageClassName: late, volumeName: volume-a}",  // A volume that was chosen by name.
        "{storageClassName: other}"                        // A class that does not exist.
    );
    CAPTURE(spec);
    FakeWorld world;
    world.cluster.put(
        storage_class("Immediate", {{"storageclass.kubernetes.io/is-default-class", "false"}})
    );
    json late = storage_class(
        "WaitForFirstConsumer", {{"storageclass.kubernetes.io/is-default-class", "true"}}
    );
    late["metadata"]["name"] = "late";
    world.cluster.put(late);
    world.release(claim_before_its_user(spec));

    check_waits_until_bound(world);
}

TEST_CASE("a claim whose class comes later is judged when it comes", "[scenario][claims]") {
    FakeWorld world;
    world.release(claim_before_its_user("{storageClassName: local}"));
    world.run();
    const bool waited = !went_on(world);

    world.cluster.put(storage_class("WaitForFirstConsumer"));
    world.run();

    CHECK(waited);
    CHECK(went_on(world));
}

TEST_CASE(
    "where storage classes may not be watched, claims are waited for until they are bound",
    "[scenario][claims]"
) {
    FakeWorld world;
    world.cluster.forbid_watching(storage_classes, FakeCluster::Watchers::Everybody);
    world.cluster.put(storage_class("WaitForFirstConsumer"));
    world.release(claim_before_its_user("{storageClassName: local}"));

    check_waits_until_bound(world);
}

TEST_CASE("storage classes are watched only while a claim is unbound", "[scenario][claims]") {
    FakeWorld world;
    world.release(claim_before_its_user("{storageClassName: local}"));
    world.run();
    const auto while_unbound = world.cluster.watches_of(storage_classes);

    bind_claim(world);

    CHECK(while_unbound == 1);
    CHECK(world.cluster.watches_of(storage_classes) == 0);
}
