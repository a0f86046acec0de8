/// New content: when there is a new revision, and what becomes of the one before.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string settings = object("ConfigMap", "{name: settings}");
const std::string hook = object("Job", annotations("migrate", "helm.sh/hook: pre-install"));

/// The hook's object is made, its outcome is open.
Situation running_hook() {
    Situation release = deploying(hook + settings);
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("Job/migrate"),
         .version = "v1",
         .marker = "release-1/1/pre-install/0/1",
         .state = RunState::Created,
         .uid = "uid"}};
    release.sees_all({"Job/migrate"});
    release.live[release.id("Job/migrate")].completion = is_progressing("is running");
    return release;
}

}  // namespace

TEST_CASE("a new digest of the content is a new revision", "[machine][revision]") {
    Situation release = GENERATE(0, 1) == 0 ? deployed(settings) : deploying(settings);
    release.desired.digest = "sha256:changed";

    const Decision decision = release.step();

    CHECK(decision.keep_content);
    CHECK(decision.effects.empty());
    REQUIRE(decision.ledger);
    REQUIRE(decision.ledger->revisions.size() == 2);
    CHECK(decision.ledger->newest()->number == 2);
    CHECK(decision.ledger->newest()->digest == "sha256:changed");
    CHECK(decision.ledger->newest()->state == RevisionState::Deploying);
}

TEST_CASE("what is no content makes no new revision", "[machine][revision]") {
    Situation release = deployed(settings);
    release.release.generation = 7;
    release.release.spec.timeout = std::chrono::minutes(1);
    release.release.spec.supersede = Supersede::Terminate;
    release.release.spec.prune = false;
    release.release.reconcile_at = "now";
    release.now += std::chrono::hours(24);

    const Decision decision = release.step();

    CHECK_FALSE(decision.ledger);
    CHECK_FALSE(decision.keep_content);
    CHECK(decision.status.revision == 1);
}

TEST_CASE(
    "it is an install until one revision was deployed, then upgrades", "[machine][revision]"
) {
    Situation release = deploying(settings);
    release.desired.digest = "sha256:second";
    release.take_step();
    CHECK(release.ledger.newest()->operation == Operation::Install);

    release.ledger.ever_deployed = true;
    release.desired.digest = "sha256:third";
    release.take_step();

    CHECK(release.ledger.newest()->operation == Operation::Upgrade);
    CHECK(release.release.status.operation == Operation::Upgrade);
}

TEST_CASE("a revision that is left while it deploys is superseded", "[machine][revision]") {
    struct Row {
        RevisionState before;
        RevisionState after;
    };
    const auto row = GENERATE(
        Row{RevisionState::Deploying, RevisionState::Superseded},
        Row{RevisionState::Deployed, RevisionState::Deployed},
        Row{RevisionState::Failed, RevisionState::Failed}
    );
    CAPTURE(word(row.before));
    Situation release = deploying(settings);
    release.ledger.revisions.back().state = row.before;
    release.desired.digest = "sha256:changed";

    CHECK(release.step().ledger->revisions.front().state == row.after);
}

TEST_CASE(
    "a new revision starts from its first stage, in its first attempt", "[machine][revision]"
) {
    Situation release = deploying(settings);
    release.ledger.attempt = 3;
    release.ledger.failures = 2;
    release.ledger.failed = true;
    release.ledger.failure_message = "no";
    release.ledger.retry_at = noon;
    release.ledger.settled = {"group 0"};
    release.desired.digest = "sha256:changed";
    release.now = noon + std::chrono::minutes(5);

    const Decision decision = release.step();
    REQUIRE(decision.ledger);
    const Ledger& ledger = *decision.ledger;

    CHECK(ledger.attempt == 1);
    CHECK(ledger.failures == 0);
    CHECK_FALSE(ledger.failed);
    CHECK(ledger.failure_message.empty());
    CHECK_FALSE(ledger.retry_at);
    CHECK(ledger.settled.empty());
    CHECK(ledger.operation_started_at == release.now);
    CHECK(ledger.stage_started_at == release.now);
    CHECK(ledger.inventory == release.ledger.inventory);
}

TEST_CASE("the ten newest revisions are remembered", "[machine][revision]") {
    Situation release = deployed(settings);
    for (int i = 2; i <= 12; ++i) {
        release.desired.digest = "sha256:" + std::to_string(i);
        release.take_step();
    }

    REQUIRE(release.ledger.revisions.size() == 10);
    CHECK(release.ledger.revisions.front().number == 3);
    CHECK(release.ledger.newest()->number == 12);
    CHECK(release.release.status.history.size() == 10);
    CHECK(release.release.status.history.front().revision == 12);
}

TEST_CASE("what hooks of earlier revisions left behind is remembered once", "[machine][revision]") {
    struct Row {
        RunState state;
        bool deleted;
        bool kept;
    };
    const auto row = GENERATE(
        Row{RunState::Succeeded, false, true},
        Row{RunState::Failed, false, true},
        Row{RunState::Succeeded, true, false},
        Row{RunState::Intended, false, false}
    );
    CAPTURE(word(row.state), row.deleted);
    Situation release = running_hook();
    release.ledger.runs.front().state = row.state;
    release.ledger.runs.front().deleted = row.deleted;
    if (row.state == RunState::Intended) release.sees("Job/migrate", absent());
    release.ledger.runs.push_back(release.ledger.runs.front());
    release.desired.digest = "sha256:changed";

    release.take_step();

    CHECK(release.ledger.newest()->number == 2);
    CHECK(release.ledger.runs.empty());
    CHECK(release.ledger.kept.size() == (row.kept ? 1 : 0));
}

TEST_CASE("a hook removed after its second attempt is not remembered", "[machine][revision]") {
    const std::string yaml = object(
        "Job",
        annotations("a", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded")
    );
    Situation release = deploying(yaml);
    const ObjectId id = release.id("Job/a");
    release.ledger.attempt = 2;
    release.ledger.settled = {release.plan->stages.at(0).name};
    release.ledger.runs = {
        {.event = "pre-install", .attempt = 1, .object = id, .state = RunState::Failed, .uid = "1"},
        {.event = "pre-install",
         .attempt = 2,
         .object = id,
         .state = RunState::Succeeded,
         .uid = "2"}};
    release.take_step();
    REQUIRE(release.ledger.settled.size() == 2);
    release.desired.digest = "sha256:changed";

    release.take_step();

    CHECK(release.ledger.kept.empty());
}

TEST_CASE("a running hook may finish before new content begins", "[machine][supersede]") {
    Situation release = running_hook();
    release.desired.digest = "sha256:changed";

    const Decision decision = release.step();

    CHECK_FALSE(decision.ledger);
    CHECK(decision.effects.empty());
    CHECK(decision.status.revision == 1);
    CHECK(decision.status.waiting_for == std::vector<std::string>{"Job/migrate: is running"});

    release.live[release.id("Job/migrate")].completion = is_ready();
    release.take_step();
    CHECK(release.ledger.runs.front().state == RunState::Succeeded);
    release.take_step();
    CHECK(release.ledger.newest()->number == 2);
}

TEST_CASE("new content does not wait for a hook that runs no more", "[machine][supersede]") {
    Situation release = running_hook();
    release.desired.digest = "sha256:changed";

    SECTION("its object is gone") { release.sees("Job/migrate", absent()); }
    SECTION("its object is another") { release.live[release.id("Job/migrate")].uid = "other"; }
    SECTION("its outcome is known") { release.ledger.runs.front().state = RunState::Succeeded; }
    SECTION("its object was not made yet") {
        release.ledger.runs.front().state = RunState::Intended;
        release.sees("Job/migrate", absent());
    }

    CHECK(release.step().ledger->newest()->number == 2);
}

TEST_CASE("Terminate ends the running hook before new content begins", "[machine][supersede]") {
    Situation release = running_hook();
    release.release.spec.supersede = Supersede::Terminate;
    release.desired.digest = "sha256:changed";

    const Decision decision = release.take_step();
    CHECK(release.effects(decision) == Effects{"delete Job/migrate, uid uid"});
    CHECK(release.ledger.newest()->number == 1);
    CHECK(release.ledger.runs.front().ended);
    CHECK(decision.status.waiting_for.size() == 1);
    CHECK_FALSE(release.step().ledger);

    release.live[release.id("Job/migrate")].terminating = true;
    CHECK(release.effects().empty());
    CHECK_FALSE(release.step().ledger);

    release.sees("Job/migrate", absent());
    CHECK(release.step().ledger->newest()->number == 2);
}

TEST_CASE(
    "a hook that was ended for content that is taken back runs again, in another attempt",
    "[machine][supersede]"
) {
    Situation release = running_hook();
    release.ledger.runs.front().ended = true;
    Observation& seen = release.live[release.id("Job/migrate")];
    seen.terminating = true;
    seen.completion = has_failed("its pod was killed");
    CHECK(release.effects().empty());
    CHECK_FALSE(release.step().ledger);

    release.sees("Job/migrate", absent());
    release.take_step();
    CHECK(release.ledger.attempt == 2);
    CHECK_FALSE(release.ledger.failed);
    CHECK(release.ledger.failures == 0);
    CHECK(release.ledger.runs.front().state == RunState::Failed);

    release.take_step();
    CHECK(release.ledger.runs.back().marker == "release-1/1/pre-install/0/2");
    CHECK(release.effects() == Effects{"create Job/migrate"});
}

TEST_CASE(
    "a hook that cannot be ended is said to hold the new content up, which begins once it is gone",
    "[machine][supersede]"
) {
    Situation release = running_hook();
    release.release.spec.supersede = Supersede::Terminate;
    release.desired.digest = "sha256:changed";
    release.now = noon + release.release.spec.timeout - std::chrono::seconds(1);
    release.last_activity = release.now;
    release.take_step();
    CHECK_FALSE(release.ledger.failed);

    Observation& seen = release.live[release.id("Job/migrate")];
    seen.terminating = true;
    seen.finalizers = "example.com/held";
    release.now = *release.step().look_again;
    release.take_step();
    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_reason == "Timeout");
    CHECK_THAT(release.ledger.failure_message, Catch::Contains("example.com/held"));
    CHECK_FALSE(release.step().ledger);

    release.sees("Job/migrate", absent());
    release.take_step();
    CHECK(release.ledger.newest()->number == 2);
    CHECK_FALSE(release.ledger.failed);
}

TEST_CASE("a hook that was to be ended and ended by itself counts", "[machine][supersede]") {
    Situation release = running_hook();
    release.live[release.id("Job/migrate")].completion = is_ready();
    SECTION("before its deletion was asked for") {
        release.release.spec.supersede = Supersede::Terminate;
        release.desired.digest = "sha256:changed";
    }
    SECTION("its own content having come back") { release.ledger.runs.front().ended = true; }

    const Decision decision = release.take_step();

    CHECK(release.effects(decision).empty());
    CHECK(release.ledger.runs.front().state == RunState::Succeeded);
}

TEST_CASE(
    "a hook that its ended run left alive is no longer ended: who deletes it then, nobody knows",
    "[machine][supersede]"
) {
    Situation release = running_hook();
    release.ledger.runs.front().ended = true;
    release.take_step();
    CHECK_FALSE(release.ledger.runs.front().ended);

    release.sees("Job/migrate", absent());
    release.take_step();
    CHECK(release.ledger.failure_reason == "HookOutcomeUnknown");
}

TEST_CASE("a hook that was made unheard is ended by the uid it has", "[machine][supersede]") {
    Situation release = running_hook();
    HookRun& run = release.ledger.runs.front();
    run.state = RunState::Intended;
    run.uid.clear();
    release.live[release.id("Job/migrate")].run = run.marker;
    release.release.spec.supersede = Supersede::Terminate;
    release.desired.digest = "sha256:changed";

    CHECK(release.effects(release.take_step()) == Effects{"delete Job/migrate, uid uid"});

    CHECK(release.ledger.runs.front().state == RunState::Created);
    CHECK(release.ledger.runs.front().uid == "uid");
}

TEST_CASE("a hook whose attempt has failed had its time", "[machine][supersede]") {
    Situation release = running_hook();
    release.ledger.failed = true;
    release.desired.digest = "sha256:changed";

    CHECK(release.effects() == Effects{"delete Job/migrate, uid uid"});

    release.sees("Job/migrate", absent());
    CHECK(release.step().ledger->newest()->number == 2);
}

TEST_CASE("Terminate looks for a hook that nobody has seen", "[machine][supersede]") {
    Situation release = running_hook();
    release.release.spec.supersede = Supersede::Terminate;
    release.desired.digest = "sha256:changed";
    release.live.clear();

    CHECK(release.effects() == Effects{"look Job/migrate"});
    CHECK_FALSE(release.step().ledger);
}
