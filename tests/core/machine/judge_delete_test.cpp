#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string a = "ConfigMap/a";

Situation deleting_a() { return deleting(object("ConfigMap", "{name: a}")); }

}  // namespace

TEST_CASE("absence is proven, never assumed", "[machine][delete]") {
    Situation release = deleting_a();
    CHECK(release.effects() == Effects{"look ConfigMap/a"});
    CHECK_FALSE(release.judged(a).settled);

    release.sees(a, {.presence = Presence::Unknown});
    CHECK(release.effects() == Effects{"look ConfigMap/a"});
    CHECK_FALSE(release.judged(a).settled);

    release.sees(a, absent());
    CHECK(release.judged(a).settled);
}

TEST_CASE("only the object that the inventory knows is deleted", "[machine][delete]") {
    struct Row {
        const char* known_uid;
        const char* release_uid;
        bool deleted;
    };
    const auto row = GENERATE(
        Row{"uid", "release-1", true},
        Row{"uid", "", true},
        Row{"another", "release-1", false},
        Row{"", "release-1", true},
        Row{"", "release-0", false},
        Row{"", "", false}
    );
    CAPTURE(row.known_uid, row.release_uid);
    Situation release = deleting_a();
    release.entry(a).uid = row.known_uid;
    Observation seen = release.standing(a);
    seen.release_uid = row.release_uid;
    release.sees(a, seen);

    CHECK(release.judged(a).settled == !row.deleted);
    CHECK(release.effects() == (row.deleted ? Effects{"delete ConfigMap/a, uid uid"} : Effects{}));
}

TEST_CASE("a deletion that was asked for is waited for, with its finalizers", "[machine][delete]") {
    Situation release = deleting_a();
    Observation seen = release.standing(a);
    seen.terminating = true;
    release.sees(a, seen);
    CHECK(release.judged(a).started);
    CHECK_FALSE(release.judged(a).settled);
    CHECK(release.judged(a).why == "is being deleted");
    CHECK(release.effects().empty());

    seen.finalizers = "example.com/guard";
    release.sees(a, seen);
    CHECK(release.judged(a).why == "is being deleted; it waits for finalizer example.com/guard");
}

TEST_CASE("a deletion that is refused is repeated, or fails saying why", "[machine][delete]") {
    Situation release = deleting_a();
    release.sees_all({a});
    release.refuses(a, {ErrorKind::Unavailable, "no answer"});
    CHECK(release.effects().empty());
    CHECK(release.judged(a).why == "not deleted yet: no answer");
    release.now += std::chrono::milliseconds(100);
    CHECK(release.effects() == Effects{"delete ConfigMap/a, uid uid"});

    release.refuses(a, {ErrorKind::Forbidden, "may not delete configmaps"});
    CHECK(release.judged(a).failure->message == "ConfigMap/a: may not delete configmaps");
}

TEST_CASE(
    "what left the release goes last and leaves the inventory when gone", "[machine][delete]"
) {
    const std::string stays = object("ConfigMap", "{name: b}");
    Situation release = upgrading(object("ConfigMap", "{name: a}") + stays, stays);
    release.sees_all({a, "ConfigMap/b"});
    CHECK(release.effects().empty());
    release.take_step();

    CHECK(release.effects() == Effects{"delete ConfigMap/a, uid uid"});
    CHECK(release.ledger.inventory.contains(release.id(a)));
    release.sees(a, absent());
    release.take_step();

    CHECK_FALSE(release.ledger.inventory.contains(release.id(a)));
    CHECK(release.ledger.inventory.contains(release.id("ConfigMap/b")));
    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
}

TEST_CASE("a hook's object is removed by the uid of its run", "[machine][delete][hook]") {
    Situation release = deploying(object(
        "Job",
        annotations(
            "migrate", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded"
        )
    ));
    REQUIRE(release.plan->stages.size() == 2);
    release.ledger.settled = {release.plan->stages[0].name};
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("Job/migrate"),
         .state = RunState::Succeeded,
         .uid = "run-1"}};
    Observation seen = release.standing("Job/migrate");

    SECTION("its own object is deleted, and the run remembers that") {
        seen.uid = "run-1";
        release.sees("Job/migrate", seen);
        CHECK(release.effects() == Effects{"delete Job/migrate, uid run-1"});
        release.sees("Job/migrate", absent());
        release.take_step();
        CHECK(release.ledger.runs[0].deleted);
    }
    SECTION("another object of that name is left alone") {
        seen.uid = "another";
        release.sees("Job/migrate", seen);
        CHECK(release.effects().empty());
        CHECK(release.step().ledger);
    }
}
