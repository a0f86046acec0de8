/// On which terms objects are written and judged that their authors gave terms of their own.
#include "core/machine/terms.hpp"

#include "core/machine/ttl.hpp"
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

const std::string job = "Job/migrate";
const std::string web = "Deployment/web";

Situation with_job(const std::string& annotation) {
    return deploying(object("Job", annotations("migrate", annotation)));
}

Situation with_web(const std::string& annotation) {
    return deploying(object("Deployment", annotations("web", annotation)));
}

const std::string each_time = "werf.io/delete-policy: before-creation";

/// Of the first revision, whose job has completed; the second one has begun.
Situation second_revision(const std::string& annotation) {
    const std::string yaml = object("Job", annotations("migrate", annotation));
    Situation release = upgrading(yaml, yaml);
    Observation seen = release.standing(job);
    seen.run = "release-1/1";
    release.sees(job, seen);
    release.entry(job).completed_digest = std::string(release.unit(job).digest) + " of release-1/1";
    return release;
}

Observation helms(const Situation& release, const std::string& title) {
    Observation seen = release.standing(title);
    seen.release = seen.release_uid = seen.digest = {};
    seen.uid = "theirs";
    seen.owner = {"Helm release shop/old"};
    return seen;
}

Observation failing(const Situation& release, const std::string& title) {
    Observation seen = release.standing(title);
    seen.verdict = seen.completion = has_failed("exit code 3");
    return seen;
}

const ApplyUnit& only_apply(const Decision& decision) {
    REQUIRE(decision.effects.size() == 1);
    return std::get<ApplyUnit>(decision.effects.front());
}

}  // namespace

TEST_CASE("what is made anew with each revision carries its mark", "[machine][terms]") {
    const Situation release = with_job(each_time);

    CHECK(only_apply(release.advanced(job)).run == "release-1/1");
}

TEST_CASE("a Job that ran for the revision before is deleted and runs again", "[machine][terms]") {
    Situation release = second_revision(each_time);

    CHECK_FALSE(release.judged(job).started);
    CHECK(release.effects(release.advanced(job)) == Effects{"delete Job/migrate, uid uid"});

    release.sees(job, absent());
    CHECK(only_apply(release.advanced(job)).run == "release-1/2");
}

TEST_CASE("a Job that ran for this revision does not run again", "[machine][terms]") {
    Situation release = second_revision(each_time);
    release.live[release.id(job)].run = "release-1/2";
    release.take_step();

    REQUIRE(release.ledger.revisions.back().state == RevisionState::Deployed);
    release.sees(job, absent());
    CHECK(release.judged(job).settled);
}

TEST_CASE("without such a policy a completed Job stays as it is", "[machine][terms]") {
    Situation release = second_revision("werf.io/delete-policy: failed");
    release.entry(job).completed_digest = release.unit(job).digest;

    CHECK(release.judged(job).settled);
}

TEST_CASE("an old Job of nobody is deleted before one of its name is to run", "[machine][terms]") {
    Situation release = with_job(each_time);
    Observation old = helms(release, job);
    old.owner = {};
    release.sees(job, old);

    const Decision decision = release.advanced(job);

    CHECK(release.effects(decision) == Effects{"delete Job/migrate, uid theirs"});
    REQUIRE(decision.notes.size() == 1);
    CHECK(decision.notes[0].reason == "Replaced");
}

TEST_CASE("a Job is deleted by its end once that is durable", "[machine][terms]") {
    Situation release = with_job("kots.io/hook-delete-policy: hook-succeeded");
    Observation seen = release.standing(job);
    seen.run = "release-1/1";
    release.sees(job, seen);
    CHECK(release.effects().empty());

    release.take_step();
    REQUIRE(release.ledger.withheld_ttls.size() == 1);
    CHECK(release.effects() == Effects{"delete Job/migrate, uid uid"});

    release.sees(job, absent());
    release.take_step();
    CHECK(release.ledger.withheld_ttls.empty());
    CHECK(release.ledger.revisions.back().state == RevisionState::Deployed);
    CHECK(release.effects().empty());
}

TEST_CASE("a Job that failed is deleted where its author wants that", "[machine][terms]") {
    const bool wants = GENERATE(true, false);
    Situation release = with_job(
        wants ? "kots.io/hook-delete-policy: hook-failed" : "werf.io/delete-policy: succeeded"
    );
    Observation seen = failing(release, job);
    seen.run = wants ? "" : "release-1/1";
    release.sees(job, seen);
    release.release.spec.retry.limit = 0;
    release.take_step();

    REQUIRE(release.ledger.failed);
    CHECK(release.effects() == (wants ? Effects{"delete Job/migrate, uid uid"} : Effects{}));
}

TEST_CASE("a Job that nothing waits for is deleted by its end, once", "[machine][terms]") {
    Situation release = with_job("kots.io/hook-delete-policy: hook-failed, slipway.dev/wait: none");
    release.sees(job, failing(release, job));
    release.take_step();
    release.take_step();
    CHECK(release.effects() == Effects{"delete Job/migrate, uid uid"});
    CHECK(release.entry(job).completed_digest == release.unit(job).digest);

    release.live[release.id(job)].terminating = true;
    release.take_step();
    CHECK(release.ledger.withheld_ttls.empty());
    CHECK_FALSE(release.step().again);
    release.sees(job, absent());
    CHECK(release.judged(job).settled);
    CHECK(release.effects().empty());
}

TEST_CASE("a deletion by its end that is refused is said, and over", "[machine][terms]") {
    Situation release = with_job("kots.io/hook-delete-policy: hook-succeeded");
    Observation seen = release.standing(job);
    seen.run = "release-1/1";
    release.sees(job, seen);
    release.take_step();
    release.refuses(job, {ErrorKind::Forbidden, "may not delete"});

    const Decision decision = release.take_step();

    CHECK(release.ledger.withheld_ttls.empty());
    REQUIRE_FALSE(decision.notes.empty());
    CHECK(decision.notes.back().reason == "NotDeleted");
}

TEST_CASE("what another tool owns is taken from it only by wish", "[machine][terms]") {
    Situation wished = with_web("slipway.dev/adopt: 'true'");
    wished.sees(web, helms(wished, web));
    Situation plain = deploying(object("Deployment", "{name: web}"));
    plain.sees(web, helms(plain, web));

    const Decision decision = wished.advanced(web);

    CHECK(plain.judged(web).failure->kind == ErrorKind::OwnedByAnother);
    CHECK_FALSE(wished.judged(web).failure);
    CHECK(only_apply(decision).force);
    CHECK(decision.ledger->adoptions.at(wished.id(web)).uid == "theirs");
    CHECK(
        decision.notes.at(0).text ==
        "Deployment/web existed and belonged to Helm release shop/old; this release takes it"
    );
}

TEST_CASE("what is to be adopted is not in the way", "[machine][terms]") {
    Situation release = with_web("slipway.dev/adopt: 'true'");
    release.survey->found[release.id(web)] = helms(release, web);
    release.take_step();

    CHECK_FALSE(release.ledger.failed);
}

TEST_CASE("what another Release owns is not taken, whatever is wished", "[machine][terms]") {
    Situation release = with_web("slipway.dev/adopt: 'true'");
    Observation theirs = helms(release, web);
    theirs.owner = {};
    theirs.release = "shop/other";
    release.sees(web, theirs);

    CHECK(release.judged(web).failure->kind == ErrorKind::OwnedByAnother);
}

TEST_CASE(
    "what another Release adopted keeps a tool's marks, and is not taken", "[machine][terms]"
) {
    Situation release = with_web("slipway.dev/adopt: 'true'");
    Observation theirs = helms(release, web);
    theirs.release = "shop/other";
    release.sees(web, theirs);

    REQUIRE(release.judged(web).failure);
    CHECK_THAT(
        release.judged(web).failure->message, Catch::Contains("belongs to Release shop/other")
    );
}

TEST_CASE("a Job that is adopted does not pass without running", "[machine][terms]") {
    Situation release = with_job(each_time + ", slipway.dev/adopt: 'true'");
    release.sees(job, helms(release, job));

    CHECK(release.effects(release.advanced(job)) == Effects{"delete Job/migrate, uid theirs"});
}

TEST_CASE(
    "a hook deletes nothing of others, also where it is not to be updated", "[machine][terms]"
) {
    Situation release = with_job("helm.sh/hook: pre-install, werf.io/resource-policy: skip-update");
    release.take_step();
    release.take_step();
    release.sees(job, helms(release, job));

    REQUIRE(release.judged(job).failure);
    CHECK(release.judged(job).failure->kind == ErrorKind::OwnedByAnother);
}

TEST_CASE("a Job that still runs has no end to be deleted by", "[machine][terms]") {
    Situation release = with_job("kots.io/hook-delete-policy: hook-failed");
    Observation seen = release.standing(job);
    seen.completion = is_progressing("is running");

    CHECK_FALSE(end_of(seen));
}

TEST_CASE("what is not to be updated is waited for and not touched", "[machine][terms]") {
    Situation release = with_web("werf.io/resource-policy: skip-update");
    Observation seen = helms(release, web);
    seen.verdict = is_progressing("0/1 replicas ready");
    release.sees(web, seen);

    CHECK(release.judged(web).started);
    CHECK_FALSE(release.judged(web).settled);
    CHECK_FALSE(release.judged(web).failure);

    release.live[release.id(web)].verdict = is_ready();
    CHECK(release.judged(web).settled);
    release.sees(web, absent());
    CHECK(release.effects(release.advanced(web)) == Effects{"apply Deployment/web"});
}

TEST_CASE("what is not to be created is done with where it is not there", "[machine][terms]") {
    Situation release = with_web("werf.io/resource-policy: skip-create");

    CHECK(release.judged(web).settled);
    Observation seen = release.standing(web);
    seen.digest = "sha256:old";
    release.sees(web, seen);
    CHECK_FALSE(release.judged(web).started);
}

TEST_CASE("replicas are given on creation, and then left to whatever scales", "[machine][terms]") {
    Situation release = with_web("werf.io/replicas-on-creation: '3'");
    CHECK(only_apply(release.advanced(web)).replicas == 3);

    Observation seen = release.standing(web);
    seen.digest = "sha256:old";
    seen.replicas = 7;
    release.sees(web, seen);

    CHECK(only_apply(release.advanced(web)).replicas == 7);
}

TEST_CASE("a failure that is to be ignored fails nothing", "[machine][terms]") {
    const std::string ignored = "werf.io/fail-mode: IgnoreAndContinueDeployProcess";
    Situation release = with_web(ignored);
    release.sees(web, failing(release, web));

    CHECK(release.judged(web).settled);
    release.take_step();
    CHECK(release.ledger.revisions.back().state == RevisionState::Deployed);
}

TEST_CASE("an ignored failure of a hook lets the next one begin", "[machine][terms]") {
    Situation release =
        with_job("helm.sh/hook: pre-install, werf.io/fail-mode: IgnoreAndContinueDeployProcess");
    release.take_step();
    release.take_step();
    release.ledger.runs.back().state = RunState::Failed;

    CHECK(release.judged(job).settled);
    CHECK_FALSE(release.judged(job).failure);
}

TEST_CASE("without news of it for its own time an object fails", "[machine][terms]") {
    Situation release = with_web("werf.io/no-activity-timeout: 2m");
    release.take_step();
    Observation seen = release.standing(web);
    seen.verdict = is_progressing("0/1 replicas ready");
    seen.changed_at = noon + 1min;
    release.sees(web, seen);

    release.now = noon + 3min - 1s;
    CHECK_FALSE(release.judged(web).failure);
    release.now = noon + 3min;
    REQUIRE(release.judged(web).failure);
    CHECK(
        release.judged(web).failure->message ==
        "Deployment/web: nothing changed for werf.io/no-activity-timeout of 2m; 0/1 replicas ready"
    );
    release.live[release.id(web)].works = true;
    CHECK_FALSE(release.judged(web).failure);
}

TEST_CASE(
    "an object is deleted as its author wants what belongs to it treated", "[machine][terms]"
) {
    Situation release =
        deleting(object("Deployment", annotations("web", "werf.io/delete-propagation: Orphan")));
    release.sees(web, release.standing(web));

    const Decision decision = release.advanced(web);

    REQUIRE(decision.effects.size() == 1);
    CHECK(std::get<DeleteObject>(decision.effects[0]).propagation == Propagation::Orphan);
}

TEST_CASE("the ledger remembers how an object is to go", "[machine][terms]") {
    const std::string yaml =
        object("ConfigMap", annotations("a", "werf.io/delete-propagation: Background")) +
        object("ConfigMap", annotations("b", "werf.io/delete-dependency-a: 'state=absent,name=a'"));
    Situation release = new_release(yaml);
    release.take_step();
    release.plan = install(yaml);
    release.take_step();
    release.take_step();

    CHECK(release.entry("ConfigMap/a").propagation == Propagation::Background);
    CHECK(release.entry("ConfigMap/b").delete_after == std::vector{release.id("ConfigMap/a")});
}
