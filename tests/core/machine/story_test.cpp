/// What the Release says of itself.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");

std::string many(int count) {
    std::string yaml;
    for (int i = 0; i < count; ++i)
        yaml += object("Deployment", "{name: web-" + std::to_string(100 + i) + "}");
    return yaml;
}

/// "Ready=True Deployed", and the others only while they hold.
std::string conditions(const ReleaseStatus& status) {
    std::string text;
    for (const StatusCondition& condition : status.conditions)
        text += condition.type + "=" + condition.status + " " + condition.reason + "; ";
    return text;
}

}  // namespace

TEST_CASE("each phase has its conditions", "[machine][story]") {
    struct Row {
        const char* name;
        Situation situation;
        ReleasePhase phase;
        const char* conditions;
    };
    Situation suspended = deploying(settings);
    suspended.release.spec.suspend = true;
    Situation refused = deployed(settings);
    refused.desired.error = Error{ErrorKind::InvalidManifest, "no"};
    Situation missing = new_release(settings);
    missing.desired.error = Error{ErrorKind::SourceNotFound, "no"};
    Situation unread = deployed(settings);
    unread.desired.error = Error{ErrorKind::Unavailable, "no"};
    Situation stuck = deleting(settings);
    stuck.release.spec.retry.limit = 0;
    stuck.refuses("ConfigMap/settings", {ErrorKind::Forbidden, "may not"});
    const std::vector<Row> rows{
        {"new",
         new_release(settings),
         ReleasePhase::Deploying,
         "Ready=Unknown Progressing; Reconciling=True Progressing; "},
        {"deploying",
         deploying(settings),
         ReleasePhase::Deploying,
         "Ready=Unknown Progressing; Reconciling=True Progressing; "},
        {"deployed", deployed(settings), ReleasePhase::Deployed, "Ready=True Deployed; "},
        {"failed, with a retry",
         failed(true),
         ReleasePhase::Failed,
         "Ready=False Forbidden; Reconciling=True Forbidden; "},
        {"failed for good",
         failed(false),
         ReleasePhase::Failed,
         "Ready=False Forbidden; Stalled=True Forbidden; "},
        {"suspended", suspended, ReleasePhase::Suspended, "Ready=False Suspended; "},
        {"refused",
         refused,
         ReleasePhase::Failed,
         "Ready=False InvalidManifest; Stalled=True InvalidManifest; "},
        {"missing",
         missing,
         ReleasePhase::Pending,
         "Ready=False SourceNotFound; Reconciling=True SourceNotFound; "},
        {"deployed, its sources unread",
         unread,
         ReleasePhase::Deployed,
         "Ready=False Unavailable; Reconciling=True Unavailable; "},
        {"deleting",
         deleting(settings),
         ReleasePhase::Deleting,
         "Ready=False Deleting; Reconciling=True Deleting; "},
        {"deletion failed for good",
         stuck,
         ReleasePhase::Deleting,
         "Ready=False Forbidden; Stalled=True Forbidden; "},
    };

    for (const Row& row : rows) {
        CAPTURE(row.name);
        const ReleaseStatus status = row.situation.step().status;
        CHECK(status.phase == row.phase);
        CHECK(conditions(status) == row.conditions);
    }
}

TEST_CASE("conditions that hold no more are taken away", "[machine][story]") {
    Situation release = failed(false);
    REQUIRE(find_condition(release.release.status, "Stalled"));
    release.refusals.clear();
    release.release.retry_at = "now";

    release.take_step();
    CHECK_FALSE(find_condition(release.release.status, "Stalled"));
    CHECK(find_condition(release.release.status, "Reconciling"));
    release.sees_all({"ConfigMap/settings"});
    release.take_step();
    release.take_step();

    CHECK(conditions(release.release.status) == "Ready=True Deployed; ");
}

TEST_CASE("a failure says when it is tried again", "[machine][story]") {
    const Situation release = failed(true);

    CHECK(
        find_condition(release.release.status, "Ready")->message ==
        "ConfigMap/settings: may not (attempt 1 failed; the next one begins at " +
            to_text(noon + std::chrono::seconds(10)) + ")"
    );
}

TEST_CASE("a failure that waits for a word says only what failed", "[machine][story]") {
    const Situation release = failed(false);

    CHECK(
        find_condition(release.release.status, "Ready")->message == "ConfigMap/settings: may not"
    );
}

TEST_CASE("hooks are told with their state", "[machine][story]") {
    Situation release = deploying(object("Job", annotations("a", "helm.sh/hook: pre-install")));
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("Job/a"),
         .state = RunState::Failed,
         .exit_code = 3,
         .message = "failed: exit code 3"}};

    const auto hooks = release.step().status.hooks;

    REQUIRE(hooks.size() == 1);
    CHECK(hooks[0].event == "pre-install");
    CHECK(hooks[0].name == "a");
    CHECK(hooks[0].state == ProgressState::Failed);
    CHECK(hooks[0].exit_code == 3);
}

TEST_CASE("the inventory is told by number, digest and its first hundred", "[machine][story]") {
    const ReleaseStatus status = deployed(many(101)).step().status;

    CHECK(status.inventory.count == 101);
    CHECK(status.inventory.entries.size() == 100);
    CHECK(status.inventory.entries.front() == "Deployment.apps shop/web-100");
    CHECK(status.inventory.digest != deployed(many(100)).step().status.inventory.digest);
}

TEST_CASE("what was heard is acknowledged", "[machine][story]") {
    Situation release = deployed(settings);
    release.release.generation = 12;
    release.release.reconcile_at = "now";

    const ReleaseStatus status = release.step().status;

    CHECK(status.observed_generation == 12);
    CHECK(status.handled_reconcile_at == "now");
    CHECK(status.observed_digest == release.desired.digest);
    CHECK(find_condition(status, "Ready")->observed_generation == 12);
}

TEST_CASE("two steps in one situation say the same", "[machine][story]") {
    Situation release = deploying(many(3));
    const ReleaseStatus first = release.take_step().status;
    release.now += std::chrono::seconds(30);

    CHECK(release.step().status == first);
}
