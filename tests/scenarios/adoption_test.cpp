/// What belonged to nobody is taken, whatever happens meanwhile.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

std::string config_map(const std::string& data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: " + data + "\n";
}

void put_nobodys_object(FakeWorld& world) {
    const nlohmann::json owned{{"f:data", {{"f:key", nlohmann::json::object()}}}};
    const nlohmann::json entry{
        {"manager", "kubectl-create"}, {"operation", "Update"}, {"fieldsV1", owned}};
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata",
          {{"name", "a"},
           {"namespace", "shop"},
           {"managedFields", nlohmann::json::array({entry})}}},
         {"data", {{"key", "v"}}}}
    );
}

void check_is_owned_by_its_release_alone(const FakeWorld& world) {
    const Object live = world.cluster.at(FakeWorld::id("ConfigMap", "a"));
    for (const auto& entry : *live.at("/metadata/managedFields"))
        CHECK(entry["manager"].get<std::string>().starts_with("slipway-"));
}

/// Taken by the first revision, changed by the second.
void play(FakeWorld& world) {
    put_nobodys_object(world);
    world.release(config_map("{key: v}"));
    world.run_to_the_end();
    world.release(config_map("{key: w}"));
    world.run_to_the_end();
}

}  // namespace

TEST_CASE("what is taken from nobody is owned by its release alone", "[scenario][adoption]") {
    FakeWorld world;

    play(world);

    check_is_owned_by_its_release_alone(world);
    CHECK(
        world.cluster.log() ==
        std::vector<std::string>{"apply ConfigMap/a", "merge ConfigMap/a", "apply ConfigMap/a"}
    );
}

TEST_CASE(
    "killed at any write of an adoption, the operator reaches the same end",
    "[scenario][adoption][crash]"
) {
    FakeWorld reference;
    play(reference);
    const auto when = GENERATE(When::BeforeTheWrite, When::AfterTheWrite);

    for (int write = 1; write <= reference.crash.writes(); ++write) {
        CAPTURE(write, when == When::BeforeTheWrite);
        FakeWorld world;
        world.crash.at(write, when);
        play(world);

        CHECK(world.crashes == 1);
        CHECK(world.cluster.log() == reference.cluster.log());
        check_is_owned_by_its_release_alone(world);
    }
}
