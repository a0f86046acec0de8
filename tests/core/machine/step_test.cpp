#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");

}  // namespace

TEST_CASE("a new Release is held by its finalizer and its content kept", "[machine][step]") {
    const Situation release = new_release(settings);

    const Decision decision = release.step();

    CHECK(decision.set_finalizer);
    CHECK(decision.keep_content);
    CHECK(decision.effects.empty());
    CHECK(decision.again);
    REQUIRE(decision.ledger);
    REQUIRE(decision.ledger->revisions.size() == 1);
    CHECK(decision.ledger->newest()->number == 1);
    CHECK(decision.ledger->newest()->digest == release.desired.digest);
    CHECK(decision.ledger->newest()->operation == Operation::Install);
}

TEST_CASE("a finalizer that is there is not set again", "[machine][step]") {
    Situation release = new_release(settings);
    release.release.has_finalizer = true;

    CHECK_FALSE(release.step().set_finalizer);
}

TEST_CASE("every object is in the inventory before the first is applied", "[machine][step]") {
    Situation release = deploying(settings + object("Deployment", "{name: web}"));
    release.ledger.inventory.clear();

    const Decision decision = release.step();

    CHECK(decision.effects.empty());
    CHECK(decision.again);
    REQUIRE(decision.ledger);
    REQUIRE(decision.ledger->inventory.size() == 2);
    CHECK(decision.ledger->inventory.at(release.id("ConfigMap/settings")).order == 0);
    CHECK(decision.ledger->inventory.at(release.id("Deployment/web")).order == 1);
    CHECK(decision.ledger->inventory.at(release.id("Deployment/web")).uid.empty());
}

TEST_CASE("the inventory remembers what deletion will ask for", "[machine][step]") {
    Situation release = deploying(
        object(
            "ConfigMap", annotations("a", "werf.io/weight: '5', helm.sh/resource-policy: keep")
        ) +
        object("ConfigMap", annotations("b", "kots.io/deletion-phase: '-2'"))
    );
    release.ledger.inventory.clear();

    const auto inventory = release.step().ledger->inventory;

    CHECK(inventory.at(release.id("ConfigMap/a")).group == 5);
    CHECK(inventory.at(release.id("ConfigMap/a")).keep);
    CHECK_FALSE(inventory.at(release.id("ConfigMap/a")).delete_phase_given);
    CHECK(inventory.at(release.id("ConfigMap/b")).delete_phase == -2);
    CHECK(inventory.at(release.id("ConfigMap/b")).delete_phase_given);
}

TEST_CASE("a release walks from nothing to Deployed", "[machine][step]") {
    Situation release = new_release(settings);

    release.take_step();
    release.plan = install(settings);
    release.take_step();
    CHECK(release.effects() == Effects{"look ConfigMap/settings"});
    release.sees_nothing();
    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
    release.sees_all({"ConfigMap/settings"});
    release.take_step();

    CHECK(release.ledger.settled == std::vector<std::string>{"group 0"});
    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
    CHECK(release.ledger.ever_deployed);
    CHECK(release.release.status.phase == ReleasePhase::Deployed);
    CHECK(release.ledger.inventory.at(release.id("ConfigMap/settings")).uid == "uid");
}

TEST_CASE(
    "a settled stage need not be durable before the next, if it would be judged the same again",
    "[machine][step]"
) {
    struct Row {
        std::string first;
        bool may_lag;
    };
    const auto row = GENERATE(
        Row{"ConfigMap", true},
        Row{"Deployment", true},
        // Its outcome is known once.
        Row{"Job", false}
    );
    CAPTURE(row.first);
    Situation release = deploying(
        object(row.first, annotations("first", "werf.io/weight: '-1'")) +
        object("ConfigMap", "{name: second}")
    );
    release.sees_nothing();
    release.sees_all({row.first + "/first"});

    const Decision decision = release.step();

    REQUIRE(decision.ledger);
    CHECK(decision.ledger->settled == std::vector<std::string>{"group -1"});
    CHECK(decision.ledger_may_lag == row.may_lag);
}

TEST_CASE(
    "that a revision begins need not be durable before what stands in its way is looked for",
    "[machine][step]"
) {
    const Situation release = new_release(settings);

    const Decision decision = release.step();

    REQUIRE(decision.ledger);
    CHECK(decision.keep_content);
    CHECK(decision.ledger_may_lag);
}

TEST_CASE("that a revision is deployed is durable before anything else", "[machine][step]") {
    Situation release = deploying(settings);
    release.sees_all({"ConfigMap/settings"});

    const Decision decision = release.step();

    REQUIRE(decision.ledger);
    CHECK(decision.ledger->newest()->state == RevisionState::Deployed);
    CHECK_FALSE(decision.ledger_may_lag);
}

TEST_CASE("a deployed release to which nothing happens decides nothing", "[machine][step]") {
    const Situation release = deployed(settings);

    const Decision decision = release.step();

    CHECK_FALSE(decision.ledger);
    CHECK(decision.effects.empty());
    CHECK(decision.notes.empty());
    CHECK_FALSE(decision.again);
    CHECK_FALSE(decision.look_again);
}

TEST_CASE("what is drifted from after its stage settled is not applied again", "[machine][step]") {
    Situation release = deployed(settings);
    release.live.clear();

    CHECK(release.effects().empty());
}

TEST_CASE("the plan is waited for where it is not made yet", "[machine][step]") {
    Situation release = deploying(settings);
    release.plan.reset();

    const Decision decision = release.step();

    CHECK_FALSE(decision.ledger);
    CHECK(decision.effects.empty());
}

TEST_CASE("a plan that cannot be made fails the revision and says why", "[machine][step]") {
    Situation release = deploying(settings);
    release.plan.reset();
    release.plan_error = Error{ErrorKind::InvalidAnnotation, "werf.io/weight is no number"};

    release.take_step();

    CHECK(release.ledger.failed);
    CHECK_FALSE(release.ledger.retry_at);
    CHECK(release.ledger.newest()->message == "werf.io/weight is no number");
    CHECK(release.release.status.phase == ReleasePhase::Failed);
}

TEST_CASE("nothing is written while a Release is suspended", "[machine][step]") {
    const auto at = GENERATE(0, 1, 2, 3);
    CAPTURE(at);
    Situation release = at == 0   ? new_release(settings)
                        : at == 1 ? deploying(settings)
                        : at == 2 ? deployed(settings)
                                  : deploying(settings);
    if (at == 3) release.desired.digest = "sha256:changed";
    release.release.spec.suspend = true;

    const Decision decision = release.step();

    CHECK_FALSE(decision.set_finalizer);
    CHECK_FALSE(decision.keep_content);
    CHECK(decision.effects.empty());
    CHECK(decision.status.phase == ReleasePhase::Suspended);
}

TEST_CASE("no time passes for a walk that is suspended", "[machine][step]") {
    Situation release = deploying(object("Deployment", "{name: web}"));
    release.sees("Deployment/web", absent());
    release.release.spec.suspend = true;
    release.take_step();
    CHECK_FALSE(release.step().ledger);

    release.now += std::chrono::hours(24);
    release.release.spec.suspend = false;
    release.take_step();
    release.take_step();

    CHECK_FALSE(release.ledger.failed);
    CHECK_FALSE(release.ledger.suspended);
    CHECK(release.ledger.operation_started_at == release.now);
}

TEST_CASE("a suspended Release can be deleted", "[machine][step]") {
    Situation release = deleting(settings);
    release.release.spec.suspend = true;

    CHECK(release.effects() == Effects{"look ConfigMap/settings"});
}

TEST_CASE("content that cannot be had writes nothing and says why", "[machine][step]") {
    struct Row {
        ErrorKind kind;
        std::optional<Duration> retry_after;
        std::optional<Duration> again_in;
        ReleasePhase phase;
    };
    using namespace std::chrono_literals;
    const auto row = GENERATE(
        Row{ErrorKind::InvalidManifest, {}, {}, ReleasePhase::Failed},
        Row{ErrorKind::InvalidSpec, {}, {}, ReleasePhase::Failed},
        Row{ErrorKind::PoisonPill, {}, {}, ReleasePhase::Failed},
        Row{ErrorKind::SourceNotFound, {}, 60s, ReleasePhase::Pending},
        Row{ErrorKind::ServiceAccountNotFound, {}, 60s, ReleasePhase::Pending},
        Row{ErrorKind::Unavailable, {}, 2s, ReleasePhase::Pending},
        Row{ErrorKind::Throttled, 30s, 30s, ReleasePhase::Pending},
        Row{ErrorKind::Throttled, 1s, 2s, ReleasePhase::Pending}
    );
    CAPTURE(reason(row.kind));
    const bool is_new = GENERATE(true, false);
    Situation release = is_new ? new_release(settings) : deploying(settings);
    release.desired.error = Error{row.kind, "no such thing", row.retry_after};

    const Decision decision = release.step();

    CHECK_FALSE(decision.set_finalizer);
    CHECK_FALSE(decision.keep_content);
    CHECK_FALSE(decision.ledger);
    CHECK(decision.effects.empty());
    const bool goes_on = row.phase == ReleasePhase::Pending && !is_new;
    CHECK(decision.status.phase == (goes_on ? ReleasePhase::Deploying : row.phase));
    CHECK(find_condition(decision.status, "Ready")->reason == reason(row.kind));
    CHECK(find_condition(decision.status, "Ready")->message == "no such thing");
    CHECK(
        decision.look_again ==
        (row.again_in ? std::optional(release.now + *row.again_in) : std::nullopt)
    );
}
