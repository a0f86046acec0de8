#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");

/// The user has asked for the deletion; nothing was decided yet.
Situation asked(const std::string& yaml = settings) {
    Situation release = deployed(yaml);
    release.release.deleting = true;
    return release;
}

}  // namespace

TEST_CASE("a Release that is deleted without our finalizer is left alone", "[machine][deletion]") {
    Situation release = asked();
    release.release.has_finalizer = false;

    const Decision decision = release.step();

    CHECK_FALSE(decision.farewell);
    CHECK_FALSE(decision.ledger);
    CHECK(decision.effects.empty());
}

TEST_CASE("a Release that never began goes at once", "[machine][deletion]") {
    Situation release = new_release(settings);
    release.release.has_finalizer = true;
    release.release.deleting = true;
    release.desired.error = Error{ErrorKind::InvalidManifest, "no"};

    const Decision decision = release.step();

    CHECK(decision.farewell);
    CHECK(decision.effects.empty());
    CHECK(decision.notes.empty());
}

TEST_CASE("a deletion begins durably, in its first attempt", "[machine][deletion]") {
    Situation release = asked();
    release.ledger.attempt = 4;
    release.ledger.failed = true;
    release.ledger.retry_at = noon;
    release.now = noon + std::chrono::hours(2);

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    CHECK_FALSE(decision.farewell);
    CHECK(release.ledger.deleting);
    CHECK(release.ledger.settled.empty());
    CHECK(release.ledger.attempt == 1);
    CHECK_FALSE(release.ledger.failed);
    CHECK_FALSE(release.ledger.retry_at);
    CHECK(release.ledger.operation_started_at == release.now);
    CHECK(release.release.status.operation == Operation::Delete);
}

TEST_CASE("a hook that still runs is ended before the deletion begins", "[machine][deletion]") {
    Situation release = asked();
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"};
    release.ledger.runs = {
        {.event = "pre-install",
         .object = hook,
         .version = "v1",
         .state = RunState::Created,
         .uid = "h"}};
    CHECK(release.effects() == Effects{"look Job/migrate"});
    release.live[hook] = {.presence = Presence::Present, .uid = "h"};
    CHECK(release.effects() == Effects{"delete Job/migrate, uid h"});

    release.live[hook] = absent();
    release.take_step();

    CHECK(release.ledger.deleting);
    CHECK(release.ledger.kept.empty());
}

TEST_CASE("a hook that was made but not written down is ended too", "[machine][deletion]") {
    Situation release = asked();
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"};
    release.ledger.runs = {
        {.event = "pre-install", .object = hook, .version = "v1", .marker = "m"}};
    CHECK(release.effects() == Effects{"look Job/migrate"});

    release.live[hook] = {.presence = Presence::Present, .uid = "h", .run = "m"};
    CHECK(release.effects() == Effects{"delete Job/migrate, uid h"});

    release.live[hook].run = "another";
    CHECK(release.step().ledger->deleting);
}

TEST_CASE("a hook that does not run is not ended, but said to stay", "[machine][deletion]") {
    Situation release = asked();
    const ObjectId hook{.kind = "PersistentVolumeClaim", .in_namespace = "shop", .name = "data"};
    release.ledger.runs = {
        {.event = "pre-install", .object = hook, .state = RunState::Created, .uid = "h"}};
    release.live[hook] = {.presence = Presence::Present, .uid = "h"};

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    CHECK(release.ledger.deleting);
    CHECK(release.ledger.kept == std::vector<ObjectId>{hook});
}

TEST_CASE(
    "a running hook whose deletion is refused is not deleted without pause", "[machine][deletion]"
) {
    Situation release = asked();
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"};
    release.ledger.runs = {
        {.event = "pre-install", .object = hook, .state = RunState::Created, .uid = "h"}};
    release.live[hook] = {.presence = Presence::Present, .uid = "h"};
    release.refusals.insert_or_assign(
        hook, Refusal{.error = {ErrorKind::Forbidden, "no"}, .at = release.now}
    );

    const Decision decision = release.step();

    CHECK(decision.effects.empty());
    CHECK(decision.look_again == release.now + std::chrono::milliseconds(100));
}

TEST_CASE("the finalizer goes only after everything is proven absent", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.sees_all({"ConfigMap/settings"});
    CHECK(release.effects() == Effects{"delete ConfigMap/settings, uid uid"});
    CHECK_FALSE(release.step().farewell);

    release.sees("ConfigMap/settings", absent());
    CHECK_FALSE(release.take_step().farewell);

    const Decision decision = release.step();
    CHECK(decision.farewell);
    CHECK(decision.notes.empty());
}

TEST_CASE("what is kept is said before the ledger forgets it", "[machine][deletion]") {
    Situation release =
        deleting(settings + object("ConfigMap", annotations("a", "helm.sh/resource-policy: keep")));
    release.sees("ConfigMap/settings", absent());
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"};
    release.ledger.kept = {hook};
    release.ledger.runs = {
        {.event = "pre-delete",
         .object = {.kind = "Pod", .name = "x"},
         .state = RunState::Succeeded},
        {.event = "pre-delete",
         .place = 1,
         .object = {.kind = "Pod", .name = "y"},
         .state = RunState::Succeeded,
         .deleted = true}};
    release.take_step();

    const Decision decision = release.step();

    CHECK(decision.farewell);
    REQUIRE(decision.notes.size() == 1);
    CHECK(decision.notes[0].warning);
    CHECK(decision.notes[0].reason == "Kept");
    CHECK(decision.notes[0].text == "ConfigMap shop/a, Job.batch shop/migrate, Pod x");
}

TEST_CASE("a hook's object that two events share is said to stay once", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.sees("ConfigMap/settings", absent());
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "a"};
    release.ledger.kept = {hook};
    release.ledger.runs = {{.event = "pre-delete", .object = hook, .state = RunState::Succeeded}};
    release.take_step();

    CHECK(release.step().notes.at(0).text == "Job.batch shop/a");
}

TEST_CASE("a hook's object that was removed later is not said to stay", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.sees("ConfigMap/settings", absent());
    const ObjectId hook{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "a"};
    release.ledger.kept = {hook};
    release.ledger.runs = {
        {.event = "pre-delete", .object = hook, .state = RunState::Succeeded, .deleted = true}};
    release.take_step();

    CHECK(release.step().notes.empty());
}

TEST_CASE("Orphan leaves everything and says what", "[machine][deletion]") {
    Situation release = asked();
    release.release.spec.deletion = DeletionPolicy::Orphan;

    const Decision decision = release.step();

    CHECK(decision.farewell);
    CHECK(decision.effects.empty());
    REQUIRE(decision.notes.size() == 1);
    CHECK(decision.notes[0].reason == "Orphaned");
    CHECK(decision.notes[0].text == "ConfigMap shop/settings");
}

TEST_CASE("Orphan says also what hooks left", "[machine][deletion]") {
    Situation release = asked();
    release.release.spec.deletion = DeletionPolicy::Orphan;
    release.ledger.kept = {
        {.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"}};

    CHECK(release.step().notes.at(0).text.find("Job.batch shop/migrate") != std::string::npos);
}

TEST_CASE("in a namespace that goes away only what lies elsewhere is said", "[machine][deletion]") {
    Situation release = asked(
        settings + object("ConfigMap", "{name: far, namespace: other}") +
        object("Namespace", "{name: wide}")
    );
    release.namespace_terminating = true;
    release.account_error = Error{ErrorKind::ServiceAccountNotFound, "gone"};

    const Decision decision = release.step();

    CHECK(decision.farewell);
    CHECK(decision.effects.empty());
    REQUIRE(decision.notes.size() == 1);
    CHECK(decision.notes[0].reason == "Abandoned");
    CHECK(decision.notes[0].text == "ConfigMap other/far, Namespace wide");
}

TEST_CASE("in a namespace that goes away no hook runs", "[machine][deletion]") {
    Situation release =
        deleting(settings + object("Job", annotations("bye", "helm.sh/hook: pre-delete")));
    release.namespace_terminating = true;

    const Decision decision = release.step();

    CHECK(decision.farewell);
    CHECK(decision.effects.empty());
    CHECK_FALSE(decision.ledger);
}

TEST_CASE("without an account to delete as, a deletion waits and says why", "[machine][deletion]") {
    Situation release = asked();
    release.account_error =
        Error{ErrorKind::ServiceAccountNotFound, "ServiceAccount shop/deployer is not there"};

    const Decision decision = release.step();

    CHECK_FALSE(decision.farewell);
    CHECK_FALSE(decision.ledger);
    CHECK(
        find_condition(decision.status, "Ready")->message ==
        "waiting for ServiceAccount shop/deployer is not there"
    );
}

TEST_CASE("a deletion asks for nothing of the desired content", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.desired = {
        .digest = "", .error = Error{ErrorKind::SourceNotFound, "ConfigMap/x is gone"}};
    release.sees_all({"ConfigMap/settings"});

    CHECK(release.effects() == Effects{"delete ConfigMap/settings, uid uid"});
    CHECK(release.step().status.phase == ReleasePhase::Deleting);
}

TEST_CASE("hooks run before and after the objects go", "[machine][deletion]") {
    const Situation release = deleting(
        settings + object("Job", annotations("before", "helm.sh/hook: pre-delete")) +
        object("Job", annotations("after", "helm.sh/hook: post-delete"))
    );

    CHECK(
        stage_names(*release.plan) ==
        std::vector<std::string>{
            "pre-delete hook Job/before", "deletion phase 0", "post-delete hook Job/after"}
    );
}

TEST_CASE("a failed deletion waits for its retry and keeps the finalizer", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.sees_all({"ConfigMap/settings"});
    release.refuses("ConfigMap/settings", {ErrorKind::Forbidden, "may not delete"});
    release.take_step();
    CHECK(release.ledger.failed);
    CHECK_FALSE(release.step().farewell);

    release.refusals.clear();
    release.now = release.ledger.retry_at.value();
    release.take_step();

    CHECK(release.ledger.attempt == 2);
    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
    CHECK(release.effects() == Effects{"delete ConfigMap/settings, uid uid"});
}

TEST_CASE("a deletion whose plan cannot be made says why", "[machine][deletion]") {
    Situation release = deleting(settings);
    release.plan.reset();
    release.plan_error = Error{ErrorKind::Internal, "the stored content is damaged"};

    release.take_step();

    CHECK(release.ledger.failure_message == "the stored content is damaged");
    CHECK_FALSE(release.step().farewell);
}
