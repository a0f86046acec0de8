#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string database = "Secret/database";

/// A group that depends on a Secret which somebody else makes.
Situation awaiting(plan::WaitFor wait) {
    Situation release = deploying(object(
        "ConfigMap", annotations("a", "db.external-dependency.werf.io/resource: secret/database")
    ));
    release.unit(database).wait = std::move(wait);
    return release;
}

}  // namespace

TEST_CASE("a stage waits for what it depends on before its first write", "[machine][await]") {
    Situation release = awaiting({.exists = true});

    CHECK(release.effects().empty());
    CHECK(
        release.step().status.waiting_for.front().starts_with("Secret/database: does not exist yet")
    );

    release.sees_all({database});
    CHECK(release.effects() == Effects{"apply ConfigMap/a"});
}

TEST_CASE(
    "a dependency is there when it exists, is ready, and meets its requirements", "[machine][await]"
) {
    struct Row {
        bool waits_for_ready;
        bool present;
        bool is_ready;
        bool holds;
        bool terminating;
        bool settled;
    };
    const auto row = GENERATE(
        Row{false, false, false, true, false, false},
        Row{false, true, false, true, false, true},
        Row{true, true, false, true, false, false},
        Row{true, true, true, true, false, true},
        Row{true, true, true, false, false, false},
        Row{false, true, true, true, true, false}
    );
    CAPTURE(row.waits_for_ready, row.present, row.is_ready, row.holds, row.terminating);
    Situation release = awaiting({.ready = row.waits_for_ready, .exists = true});
    Observation seen = release.standing(database);
    seen.presence = row.present ? Presence::Present : Presence::Absent;
    seen.verdict = row.is_ready ? is_ready() : is_progressing("not ready");
    seen.requirements = {.holds = row.holds};
    seen.terminating = row.terminating;
    release.sees(database, seen);

    CHECK(release.judged(database).settled == row.settled);
    CHECK(release.judged(database).ready == row.settled);
}

TEST_CASE("waiting for somebody else never fails by itself", "[machine][await]") {
    Situation release = awaiting({.ready = true});
    Observation seen = release.standing(database);
    seen.verdict = has_failed("broken");
    release.sees(database, seen);
    CHECK_FALSE(release.judged(database).failure);
    CHECK_FALSE(release.judged(database).settled);

    release.live.clear();
    release.refuses(database, {ErrorKind::Forbidden, "may not get secrets"});
    CHECK_FALSE(release.judged(database).failure);
    CHECK(release.judged(database).why == "may not get secrets");
}

TEST_CASE("a look that was refused is repeated after its pause", "[machine][await]") {
    Situation release = awaiting({.exists = true});
    release.live.erase(release.id(database));
    release.refuses(database, {ErrorKind::Forbidden, "may not get secrets"});

    CHECK(release.effects().empty());
    release.now += std::chrono::milliseconds(100);
    CHECK(release.effects() == Effects{"look Secret/database"});
}
