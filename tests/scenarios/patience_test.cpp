/// What is refused for a while and then accepted, with nobody doing anything.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using slipway::test::FakeWorld;

namespace {

const std::string two_objects =
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: refused}}\n---\n"
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: accepted}}";

}  // namespace

TEST_CASE(
    "an object that is refused for a while holds up nothing beside it, and is applied soon after",
    "[scenario][patience]"
) {
    struct Row {
        ErrorKind kind;
        Duration refused_for;
    };
    const auto row = GENERATE(
        // Its webhook is down, for as long as nobody's deadline has passed.
        Row{ErrorKind::WebhookUnavailable, 240s},
        // Its definition is Established, and the server still answers 404 (kubernetes#62725).
        Row{ErrorKind::UnknownKind, 20s},
        Row{ErrorKind::Conflict, 240s},
        Row{ErrorKind::Timeout, 240s},
        Row{ErrorKind::Unauthorized, 240s}
    );
    CAPTURE(reason(row.kind));
    FakeWorld world;
    world.cluster.refuse(FakeWorld::id("ConfigMap", "refused"), {row.kind, "not now"});
    world.release(two_objects);
    world.run();
    const Time begun = world.clock.now();

    while (world.clock.now() - begun < row.refused_for)
        world.wait_for_timer();
    CHECK(world.status().phase == ReleasePhase::Deploying);
    CHECK(world.cluster.has(FakeWorld::id("ConfigMap", "accepted")));
    const Time accepted_at = world.clock.now();
    world.cluster.accept(FakeWorld::id("ConfigMap", "refused"));
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.clock.now() - accepted_at <= 10s);
}
