#include "core/machine/stage.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string three = object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}") +
                          object("Deployment", "{name: web}");

/// b comes after a, by an edge; both of one rank.
Situation with_edge(plan::Until until) {
    Situation release =
        deploying(object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}"));
    release.unit("ConfigMap/a").wait.ready = true;
    release.unit("ConfigMap/b").after = {{release.place("ConfigMap/a").unit, until}};
    return release;
}

}  // namespace

TEST_CASE("a whole stage is looked at before its first write", "[machine][stage]") {
    Situation release = deploying(three);
    release.live.erase(release.id("ConfigMap/b"));
    release.live[release.id("Deployment/web")].presence = Presence::Unknown;

    CHECK(release.effects() == Effects{"look ConfigMap/b", "look Deployment/web"});
}

TEST_CASE("units of one rank start together, the next rank once they were", "[machine][stage]") {
    Situation release = deploying(three);

    CHECK(release.effects() == Effects{"apply ConfigMap/a", "apply ConfigMap/b"});

    release.sees_all({"ConfigMap/a"});
    CHECK(release.effects() == Effects{"apply ConfigMap/b"});

    release.sees_all({"ConfigMap/b"});
    CHECK(release.effects() == Effects{"apply Deployment/web"});
}

TEST_CASE("a rank does not wait until the lower one is ready", "[machine][stage]") {
    Situation release = deploying(three);
    release.sees_all({"ConfigMap/a", "ConfigMap/b"});
    release.live[release.id("ConfigMap/a")].verdict = is_progressing("not ready");

    CHECK(release.effects() == Effects{"apply Deployment/web"});
}

TEST_CASE("an edge holds a unit back until its target has come so far", "[machine][stage]") {
    struct Row {
        plan::Until until;
        bool applied;
        bool ready;
        bool starts;
    };
    const auto row = GENERATE(
        Row{plan::Until::Applied, false, false, false},
        Row{plan::Until::Applied, true, false, true},
        Row{plan::Until::Ready, false, false, false},
        Row{plan::Until::Ready, true, false, false},
        Row{plan::Until::Ready, true, true, true}
    );
    CAPTURE(static_cast<int>(row.until), row.applied, row.ready);
    Situation release = with_edge(row.until);
    if (row.applied) release.sees_all({"ConfigMap/a"});
    if (!row.ready) release.live[release.id("ConfigMap/a")].verdict = is_progressing("not yet");

    const Effects effects = release.effects();

    const bool starts =
        std::find(effects.begin(), effects.end(), "apply ConfigMap/b") != effects.end();
    CHECK(starts == row.starts);
}

TEST_CASE(
    "what an edge holds back is looked at once it no longer does: others may have come meanwhile",
    "[machine][stage]"
) {
    Situation release = with_edge(plan::Until::Ready);
    release.live.clear();
    CHECK(release.effects() == Effects{"look ConfigMap/a"});

    release.sees_all({"ConfigMap/a"});
    CHECK(release.effects() == Effects{"look ConfigMap/b"});
}

TEST_CASE("an edge until Absent waits for the proof, not for the request", "[machine][stage]") {
    Situation release =
        deleting(object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}"));
    release.unit("ConfigMap/a").after = {{release.place("ConfigMap/b").unit, plan::Until::Absent}};
    release.sees_all({"ConfigMap/a", "ConfigMap/b"});

    CHECK(release.effects() == Effects{"delete ConfigMap/b, uid uid"});
    release.live[release.id("ConfigMap/b")].terminating = true;
    CHECK(release.effects().empty());
    release.sees("ConfigMap/b", absent());
    CHECK(release.effects() == Effects{"delete ConfigMap/a, uid uid"});
}

TEST_CASE("nothing of the next stage is written before this one settled", "[machine][stage]") {
    Situation release = deploying(
        object("Deployment", annotations("database", "werf.io/weight: '-1'")) +
        object("ConfigMap", "{name: settings}")
    );
    release.sees_all({"Deployment/database"});
    release.live[release.id("Deployment/database")].verdict = is_progressing("0/1 replicas ready");

    CHECK(release.effects().empty());
    CHECK_FALSE(release.step().ledger);

    release.sees_all({"Deployment/database"});
    CHECK(release.effects().empty());
    release.take_step();
    CHECK(release.ledger.settled == std::vector<std::string>{"group -1"});
    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
}

TEST_CASE("a settled stage is not judged again, whatever its objects do", "[machine][stage]") {
    Situation release = deploying(
        object("Deployment", annotations("database", "werf.io/weight: '-1'")) +
        object("ConfigMap", "{name: settings}")
    );
    release.ledger.settled = {"group -1"};
    release.sees_all({"Deployment/database"});
    const auto what = GENERATE(0, 1, 2);
    if (what == 0) release.sees("Deployment/database", absent());
    if (what == 1) release.live[release.id("Deployment/database")].verdict = has_failed("crashes");
    if (what == 2) release.live[release.id("Deployment/database")].digest = "sha256:another";

    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
}

TEST_CASE("a failure in any unit starts nothing new", "[machine][stage]") {
    Situation release = deploying(three);
    release.sees_all({"ConfigMap/a"});
    release.refuses("ConfigMap/a", {ErrorKind::Conflict, "changed"});
    release.refuses("ConfigMap/b", {ErrorKind::Rejected, "no such field"});

    release.take_step();

    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_message == "ConfigMap/b: no such field");
    CHECK(release.effects().empty());
}

TEST_CASE("a failed stage decides no effect", "[machine][stage]") {
    Situation release = deploying(three);
    release.refuses("Deployment/web", {ErrorKind::Forbidden, "may not create deployments"});

    CHECK(release.step().effects.empty());
}

TEST_CASE(
    "when a stage settles, uids and digests of its objects become durable", "[machine][stage]"
) {
    Situation release = deploying(three);
    release.sees_all({"ConfigMap/a", "ConfigMap/b", "Deployment/web"});
    release.live[release.id("ConfigMap/a")].uid = "a-1";
    release.now = noon + std::chrono::minutes(1);

    release.take_step();

    CHECK(release.entry("ConfigMap/a").uid == "a-1");
    CHECK(release.entry("ConfigMap/a").digest == release.unit("ConfigMap/a").digest);
    CHECK(release.ledger.stage_started_at == release.now);
    CHECK(release.ledger.operation_started_at == noon);
}

TEST_CASE("the current stage is the first that has not settled", "[machine][stage]") {
    const plan::Plan plan = install(
        object("ConfigMap", annotations("a", "werf.io/weight: '1'")) +
        object("ConfigMap", annotations("b", "werf.io/weight: '2'")) +
        object("ConfigMap", annotations("c", "werf.io/weight: '3'"))
    );
    struct Row {
        std::vector<std::string> settled;
        std::size_t current;
    };
    const auto row = GENERATE(
        Row{{}, 0},
        Row{{"group 1"}, 1},
        Row{{"group 2"}, 0},
        Row{{"group 1", "group 3"}, 1},
        Row{{"group 1", "group 2", "group 3"}, 3}
    );

    CHECK(current_stage(plan, {.settled = row.settled}) == row.current);
}

TEST_CASE("a stage reports how many of its units have settled", "[machine][stage]") {
    Situation release = deploying(three);
    release.sees_all({"ConfigMap/a", "ConfigMap/b"});
    const World world = release.world();
    Draft draft(world);

    const StageReport report = advance_stage(draft, *release.plan, 0);

    CHECK_FALSE(report.settled);
    CHECK(report.total == 3);
    CHECK(report.ready == 2);
    CHECK(draft.waiting_for() == std::vector<std::string>{"Deployment/web: not applied yet"});
}
