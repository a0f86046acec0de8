/// How far a Release says it has come, and what it says it waits for.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");
const std::string two_stages = object("ConfigMap", annotations("first", "werf.io/weight: '-1'")) +
                               object("ConfigMap", "{name: a}") + object("Deployment", "{name: b}");

std::string many(int count) {
    std::string yaml;
    for (int i = 0; i < count; ++i)
        yaml += object("Deployment", "{name: web-" + std::to_string(100 + i) + "}");
    return yaml;
}

}  // namespace

TEST_CASE("what has been waited for longest is said first", "[machine][story]") {
    Situation release = deploying(many(25));
    release.release.status.waiting_for = {
        "Deployment/web-117: not applied yet", "Deployment/web-103: not applied yet"};

    const ReleaseStatus status = release.step().status;

    CHECK(status.waiting_for.at(0) == "Deployment/web-117: not applied yet");
    CHECK(status.waiting_for.at(1) == "Deployment/web-103: not applied yet");
    CHECK(status.waiting_for.at(2) == "Deployment/web-100: not applied yet");
}

TEST_CASE("at most twenty things are said to be waited for", "[machine][story]") {
    const Situation release = deploying(many(25));

    const ReleaseStatus status = release.step().status;

    REQUIRE(status.waiting_for.size() == 20);
    CHECK(status.waiting_for.front() == "Deployment/web-100: not applied yet");
    CHECK(
        find_condition(status, "Ready")->message ==
        "waiting for Deployment/web-100: not applied yet"
    );
    CHECK(status.stages.at(0).ready == 0);
    CHECK(status.progress == "0/25");
}

TEST_CASE("progress counts settled objects of all stages", "[machine][story]") {
    Situation release = deploying(two_stages);
    CHECK(release.step().status.progress == "0/3");
    CHECK(release.step().status.stage == StageCursor{.index = 1, .count = 2, .name = "group -1"});

    release.ledger.settled = {"group -1"};
    release.sees_all({"ConfigMap/a", "Deployment/b"});
    release.live[release.id("Deployment/b")].verdict = is_progressing("0/1 replicas ready");
    const ReleaseStatus status = release.step().status;

    CHECK(status.progress == "2/3");
    CHECK(status.stage == StageCursor{.index = 2, .count = 2, .name = "group 0"});
    REQUIRE(status.stages.size() == 2);
    CHECK(status.stages[0].state == ProgressState::Done);
    CHECK(status.stages[1].state == ProgressState::Running);
    CHECK(status.stages[1].ready == 1);
    CHECK(status.stages[1].total == 2);
}

TEST_CASE("the cursor of a deployed release stays at its last stage", "[machine][story]") {
    const ReleaseStatus status = deployed(two_stages).step().status;

    CHECK(status.stage == StageCursor{.index = 2, .count = 2, .name = "group 0"});
    CHECK(status.progress == "3/3");
    CHECK(status.waiting_for.empty());
}

TEST_CASE("the stage of a failed attempt is shown as failed", "[machine][story]") {
    CHECK(failed(true).release.status.stages.at(0).state == ProgressState::Failed);
}

TEST_CASE("a stage keeps the times that were told", "[machine][story]") {
    Situation release = deploying(settings);
    release.take_step();
    release.sees_all({"ConfigMap/settings"});
    release.now = noon + std::chrono::minutes(1);
    release.take_step();
    release.now = noon + std::chrono::minutes(2);
    release.take_step();

    const StageProgress& stage = release.release.status.stages.at(0);
    CHECK(stage.started_at == noon);
    CHECK(stage.finished_at == noon + std::chrono::minutes(1));
}

TEST_CASE("a stage that only begins has not come anywhere", "[machine][story]") {
    Situation release = deploying(two_stages);
    release.sees_all({"ConfigMap/first"});

    const ReleaseStatus status = release.take_step().status;

    CHECK(status.stage == StageCursor{.index = 2, .count = 2, .name = "group 0"});
    CHECK(status.progress == "1/3");
}

TEST_CASE("a failed attempt does not count what it never finished", "[machine][story]") {
    const Situation release = failed(true);

    CHECK(release.step().status.progress == "0/1");
}

TEST_CASE("a suspended Release does not count what it never finished", "[machine][story]") {
    Situation release = deploying(settings);
    release.release.spec.suspend = true;

    CHECK(release.step().status.progress == "0/1");
}
