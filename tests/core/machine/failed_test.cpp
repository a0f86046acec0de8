/// The attempt failed: what is tried again by itself, when, and what needs a word.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

const std::string web = "Deployment/web";

Situation deploying_web() { return deploying(object("Deployment", "{name: web}")); }

/// This write is refused for good.
void fail(Situation& release, ErrorKind kind = ErrorKind::Forbidden) {
    release.refuses(web, {kind, "no"}, 10);
    release.take_step();
    release.refusals.clear();
}

}  // namespace

TEST_CASE(
    "a failed attempt is tried again after a pause that doubles, up to a limit", "[machine][retry]"
) {
    Situation release = deploying_web();
    release.release.spec.retry = {.limit = 5, .backoff = 10s, .max_backoff = 60s};

    std::vector<Duration> pauses;
    for (;;) {
        fail(release);
        REQUIRE(release.ledger.failed);
        if (!release.ledger.retry_at) break;
        pauses.push_back(*release.ledger.retry_at - release.now);
        REQUIRE(pauses.size() < 10);
        release.now = *release.ledger.retry_at;
        release.take_step();
        REQUIRE_FALSE(release.ledger.failed);
    }

    CHECK(pauses == std::vector<Duration>{10s, 20s, 40s, 60s, 60s});
    CHECK(release.ledger.attempt == 6);
    CHECK(release.step().look_again == std::nullopt);
}

TEST_CASE("a failed attempt waits for its retry, writing nothing", "[machine][retry]") {
    Situation release = deploying_web();
    fail(release);
    const Time retry_at = release.ledger.retry_at.value();

    release.now = retry_at - 1ms;
    const Decision early = release.step();
    CHECK_FALSE(early.ledger);
    CHECK(early.effects.empty());
    CHECK(early.look_again == retry_at);

    release.now = retry_at;
    release.take_step();
    CHECK(release.ledger.attempt == 2);
    CHECK(release.ledger.operation_started_at == retry_at);
    CHECK(release.ledger.newest()->state == RevisionState::Deploying);
    CHECK(release.ledger.newest()->number == 1);
    CHECK(release.effects() == Effects{"apply Deployment/web"});
}

TEST_CASE("an attempt repeats only what failed", "[machine][retry]") {
    Situation release = deploying(
        object("ConfigMap", annotations("a", "werf.io/weight: '-1'")) +
        object("Deployment", "{name: web}")
    );
    release.ledger.settled = {"group -1"};
    fail(release);

    release.now = *release.ledger.retry_at;
    release.take_step();

    CHECK(release.ledger.settled == std::vector<std::string>{"group -1"});
    CHECK(release.effects() == Effects{"apply Deployment/web"});
}

TEST_CASE("what only an edit can help is not tried again", "[machine][retry]") {
    struct Row {
        ErrorKind kind;
        bool retried;
    };
    const auto row = GENERATE(
        Row{ErrorKind::Forbidden, true},
        Row{ErrorKind::Rejected, true},
        Row{ErrorKind::QuotaExceeded, true},
        Row{ErrorKind::UnknownKind, true},
        Row{ErrorKind::ImmutableField, false},
        Row{ErrorKind::InvalidManifest, false},
        Row{ErrorKind::PoisonPill, false},
        Row{ErrorKind::TooLarge, false},
        Row{ErrorKind::OwnedByAnother, false},
        Row{ErrorKind::HookOutcomeUnknown, false}
    );
    CAPTURE(reason(row.kind));
    Situation release = deploying_web();

    fail(release, row.kind);

    CHECK(release.ledger.failed);
    CHECK(release.ledger.failure_reason == reason(row.kind));
    CHECK(release.ledger.retry_at.has_value() == row.retried);
}

TEST_CASE("no retry is made where the limit is zero", "[machine][retry]") {
    Situation release = deploying_web();
    release.release.spec.retry.limit = 0;

    fail(release);

    CHECK_FALSE(release.ledger.retry_at);
    CHECK(release.step().look_again == std::nullopt);
}

TEST_CASE("each value of the retry-at annotation asks for one attempt", "[machine][retry]") {
    Situation release = deploying_web();
    release.release.spec.retry.limit = 0;
    fail(release);
    release.release.retry_at = "first";

    release.take_step();
    CHECK(release.ledger.attempt == 2);
    CHECK(release.ledger.handled_retry_at == "first");
    CHECK(release.release.status.handled_retry_at == "first");
    fail(release);
    CHECK_FALSE(release.step().ledger);

    release.release.retry_at = "second";
    release.take_step();
    CHECK(release.ledger.attempt == 3);
    CHECK_FALSE(release.ledger.failed);
}

TEST_CASE("a retry that is asked for gives a fresh count of retries", "[machine][retry]") {
    Situation release = deploying_web();
    release.release.spec.retry = {.limit = 1, .backoff = 10s};
    fail(release);
    release.now = *release.ledger.retry_at;
    release.take_step();
    fail(release);
    REQUIRE_FALSE(release.ledger.retry_at);

    release.release.retry_at = "now";
    release.take_step();
    fail(release);

    CHECK(release.ledger.retry_at == release.now + 10s);
}

TEST_CASE("a success forgets earlier failures", "[machine][retry]") {
    Situation release = deploying_web();
    fail(release);
    release.now = *release.ledger.retry_at;
    release.take_step();
    release.sees_all({web});

    release.take_step();
    release.take_step();

    CHECK(release.ledger.newest()->state == RevisionState::Deployed);
    CHECK(release.ledger.newest()->message.empty());
    CHECK(release.ledger.failures == 0);
    CHECK(release.ledger.failure_message.empty());
}

TEST_CASE("the object of a failed hook goes where its policy says so", "[machine][retry][hook]") {
    const bool goes = GENERATE(false, true);
    CAPTURE(goes);
    const std::string policy = goes ? "hook-failed" : "before-hook-creation";
    Situation release = deploying(object(
        "Job", annotations("a", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: " + policy)
    ));
    release.ledger.failed = true;
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("Job/a"),
         .state = RunState::Failed,
         .uid = "uid"}};

    release.live.clear();
    CHECK(release.effects() == (goes ? Effects{"look Job/a"} : Effects{}));
    release.sees_all({"Job/a"});
    CHECK(release.effects() == (goes ? Effects{"delete Job/a, uid uid"} : Effects{}));
    release.live[release.id("Job/a")].uid = "another";
    CHECK(release.effects().empty());
    release.sees("Job/a", absent());
    release.take_step();
    CHECK(release.ledger.runs[0].deleted == goes);
}

TEST_CASE(
    "after a failure a Job that succeeded goes by its policy, and what a retry may need stays",
    "[machine][retry][hook]"
) {
    struct Row {
        const char* kind;
        const char* policy;
        bool goes;
    };
    const auto row = GENERATE(
        Row{"Job", "hook-succeeded", true},
        Row{"Pod", "hook-succeeded", true},
        Row{"Job", "hook-failed", false},
        Row{"ConfigMap", "hook-succeeded", false}
    );
    CAPTURE(row.kind, row.policy);
    const std::string title = std::string(row.kind) + "/a";
    const std::string policy = row.policy;
    Situation release = deploying(object(
        row.kind,
        annotations("a", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: " + policy)
    ));
    release.ledger.failed = true;
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id(title),
         .state = RunState::Succeeded,
         .uid = "uid"}};
    release.sees_all({title});

    CHECK(release.effects() == (row.goes ? Effects{"delete " + title + ", uid uid"} : Effects{}));
}
