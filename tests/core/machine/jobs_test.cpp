/// Objects that run to their end: done once, made anew where they failed or cannot be changed.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string web = "Deployment/web";
const std::string job = "Job/load";

Situation deploying_web() { return deploying(object("Deployment", "{name: web}")); }
Situation deploying_job() { return deploying(object("Job", "{name: load}")); }

}  // namespace

TEST_CASE("a completed Job is done although it is gone", "[machine][apply]") {
    Situation release = deploying_job();
    release.entry(job).completed_digest = release.unit(job).digest;

    CHECK(release.judged(job).settled);
    CHECK(release.judged(job).ready);
    CHECK(release.effects().empty());

    release.entry(job).completed_digest = "sha256:old";
    CHECK_FALSE(release.judged(job).settled);
}

TEST_CASE("the completion of a waited-for Job is remembered by its digest", "[machine][apply]") {
    struct Row {
        const char* title;
        bool waits;
        bool remembered;
    };
    const auto row = GENERATE(
        Row{"Job/load", true, true},
        Row{"Job/load", false, false},
        Row{"Deployment/web", true, false}
    );
    CAPTURE(row.title, row.waits);
    Situation release = std::string(row.title) == job ? deploying_job() : deploying_web();
    release.unit(row.title).wait.ready = row.waits;
    release.sees_all({row.title});

    release.take_step();

    CHECK(
        release.entry(row.title).completed_digest ==
        (row.remembered ? release.unit(row.title).digest : "")
    );
}

TEST_CASE("a Job with other content than the completed one is made anew", "[machine][apply]") {
    Situation release = deploying_job();
    release.entry(job).completed_digest = release.unit(job).digest;
    release.entry(job).uid = "uid";
    Observation seen = release.standing(job);
    seen.digest = "sha256:of-a-superseded-revision";
    release.sees(job, seen);

    CHECK_FALSE(release.judged(job).settled);
}

TEST_CASE("a Job that failed in an earlier attempt is made anew", "[machine][apply]") {
    Situation release = deploying_job();
    Observation seen = release.standing(job);
    seen.verdict = has_failed("BackoffLimitExceeded");
    release.sees(job, seen);
    release.take_step();
    CHECK(release.ledger.failed);
    CHECK(release.entry(job).failed_uid == "uid");

    release.now = *release.ledger.retry_at;
    release.take_step();

    CHECK(release.judged(job).why == "is deleted and made anew");
    CHECK(release.effects() == Effects{"delete Job/load, uid uid"});
    release.sees(job, absent());
    CHECK(release.effects() == Effects{"apply Job/load"});
    seen.uid = "uid-2";
    seen.verdict = is_ready();
    release.sees(job, seen);
    CHECK(release.judged(job).settled);
}

TEST_CASE("only a Job is made anew where a field cannot change", "[machine][apply]") {
    const std::string title = GENERATE("Job/load", "Deployment/web");
    CAPTURE(title);
    Situation release = title == job ? deploying_job() : deploying_web();
    release.entry(title).uid = "uid";
    Observation seen = release.standing(title);
    seen.digest = "sha256:old";
    release.sees(title, seen);
    release.refuses(title, {ErrorKind::ImmutableField, "spec.template: field is immutable"});
    release.now += std::chrono::seconds(1);

    if (title == job) {
        CHECK(release.effects() == Effects{"delete Job/load, uid uid"});
    } else {
        CHECK(release.judged(title).failure->kind == ErrorKind::ImmutableField);
        CHECK(release.effects().empty());
    }
}

TEST_CASE("a Job that is not ours is never deleted for an immutable field", "[machine][apply]") {
    Situation release = deploying_job();
    release.sees(job, {.presence = Presence::Present, .uid = "theirs"});
    release.refuses(job, {ErrorKind::ImmutableField, "spec.template: field is immutable"});
    release.now += std::chrono::seconds(1);

    CHECK(release.effects().empty());
    CHECK(release.judged(job).failure);
}
