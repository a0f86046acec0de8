#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

/// Deployed without pruning: what left the release is still in the inventory.
Situation with_leftover() {
    const std::string stays = object("ConfigMap", "{name: b}");
    Situation release = upgrading(object("ConfigMap", "{name: a}") + stays, stays);
    release.ledger.settled = {"group 0"};
    release.ledger.revisions.back().state = RevisionState::Deployed;
    release.sees_all({"ConfigMap/a", "ConfigMap/b"});
    return release;
}

}  // namespace

TEST_CASE("pruning that is switched on later removes what was left", "[machine][deployed]") {
    Situation release = with_leftover();
    release.now = noon + std::chrono::hours(5);

    const Decision decision = release.take_step();
    CHECK(decision.effects.empty());
    CHECK(release.ledger.newest()->number == 2);
    CHECK(release.ledger.newest()->state == RevisionState::Deploying);
    CHECK(release.ledger.operation_started_at == release.now);

    CHECK(release.effects() == Effects{"delete ConfigMap/a, uid uid"});
    release.sees("ConfigMap/a", absent());
    release.take_step();
    release.take_step();
    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
    CHECK_FALSE(release.ledger.inventory.contains(release.id("ConfigMap/a")));
}

TEST_CASE("a deployed release without its plan at hand rests", "[machine][deployed]") {
    Situation release = with_leftover();
    release.plan.reset();

    CHECK_FALSE(release.step().ledger);
}
