#include "core/machine/revision.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/machine/hook_run.hpp"
#include "core/machine/judgement.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/terms.hpp"
#include "core/machine/ttl.hpp"

namespace slipway::machine {
namespace {

/// Jobs and Pods that ran were ended before; what else a hook made stays.
void close_runs(Ledger& ledger) {
    for (HookRun& run : ledger.runs) {
        const bool was_ended =
            run.state == RunState::Created && readiness::runs_to_completion(run.object);
        run.deleted = run.deleted || was_ended;
    }
    ledger.kept = left_by_hooks(ledger);
    ledger.runs.clear();
}

void close_failure(Ledger& ledger) {
    ledger.failed = false;
    ledger.failure_reason.clear();
    ledger.failure_message.clear();
    ledger.retry_at.reset();
}

void start_clocks(Ledger& ledger, Time now) {
    ledger.settled.clear();
    ledger.given_up = false;
    ledger.attempt = 1;
    ledger.failures = 0;
    close_failure(ledger);
    restart_clocks(ledger, now);
}

void settle_apply(Ledger& ledger, const World& world, const plan::Unit& unit) {
    const auto entry = ledger.inventory.find(unit.id);
    const Observation* seen = known(world.live, unit.id);
    if (entry == ledger.inventory.end()) return;
    entry->second.digest = unit.digest;
    const bool is_ours = seen != nullptr && claim(world, unit.id, *seen) == Claim::Ours;
    if (is_ours) entry->second.uid = seen->uid;
    if (unit.wait.ready && readiness::runs_to_completion(unit.id)) {
        entry->second.completed_digest = completion_mark(world, unit);
        if (is_ours) withhold_ttl(ledger, unit, seen->uid, end_of(*seen));
    }
}

/// Jobs and Pods that failed run again in the next attempt, and nothing else does.
void remember_failed(Draft& draft, const plan::Stage& stage) {
    for (const plan::Unit& unit : stage.units) {
        if (unit.action != plan::Action::Apply || !readiness::runs_to_completion(unit.id)) continue;
        const Observation* seen = known(draft.world().live, unit.id);
        if (seen == nullptr || claim(draft.world(), unit.id, *seen) != Claim::Ours) continue;
        if (seen->verdict.state != readiness::State::Failed) continue;
        draft.edit().inventory[unit.id].failed_uid = seen->uid;
        withhold_ttl(draft.edit(), unit, seen->uid, end_of(*seen));
    }
}

/// From then on it is one of those that stay.
void settle_deletion(Draft& draft, const plan::Unit& unit) {
    const Refusal* refusal = refusal_of(draft.world(), unit.id);
    const auto entry = draft.edit().inventory.find(unit.id);
    if (!is_kept_for_others(refusal) || entry == draft.edit().inventory.end()) return;
    entry->second.keep = true;
    draft.note(
        {.warning = true, .reason = "Kept", .action = "Delete", .text = refusal->error.message}
    );
}

/// However many runs it had: there was one object, and it is gone.
void settle_cleanup(Ledger& ledger, const plan::Unit& unit) {
    for (HookRun& run : ledger.runs) {
        if (run.object == unit.id && run.state != RunState::Intended) run.deleted = true;
    }
}

/// What nobody can know is over all the same: the next attempt runs the hook again.
void close_unknown_runs(Draft& draft, const plan::Stage& stage, const Error& error) {
    if (error.kind != ErrorKind::HookOutcomeUnknown) return;
    for (const plan::Unit& unit : stage.units) {
        if (unit.action != plan::Action::RunHook) continue;
        HookRun* run = newest_run(draft.edit(), unit);
        if (run == nullptr || run->state != RunState::Created) continue;
        run->state = RunState::Failed;
        run->finished_at = draft.world().now;
        run->message = error.message;
        run->deleted = true;
    }
}

Duration retry_pause(const RetrySpec& retry, int failures) {
    Duration pause = retry.backoff;
    for (int i = 1; i < failures && pause < retry.max_backoff; ++i)
        pause *= 2;
    return std::min(pause, retry.max_backoff);
}

bool is_worth_another_attempt(const World& world, const Error& error, int failures) {
    return !needs_an_edit(error.kind) && error.kind != ErrorKind::HookOutcomeUnknown &&
           error.kind != ErrorKind::OwnedByAnother && failures <= world.release.spec.retry.limit;
}

/// What was removed, and what was an object of the release before it became a hook: that is
/// remembered with its run.
bool left_the_inventory(const Ledger& ledger, const plan::Unit& unit) {
    if (unit.action == plan::Action::RunHook) return true;
    if (unit.action != plan::Action::Delete || unit.hook) return false;
    const auto entry = ledger.inventory.find(unit.id);
    return entry != ledger.inventory.end() && !entry->second.keep;
}

/// The status says what they are; who reads Events may never look there.
void tell_lint(Draft& draft) {
    const std::size_t count = draft.world().desired.lint;
    if (count == 0) return;
    draft.note({
        .warning = true,
        .reason = "Lint",
        .action = "Plan",
        .text = format(
            "the linter has {} warning{} about the manifests; status.warnings says what to do",
            count,
            count == 1 ? "" : "s"
        ),
    });
}

/// Nothing in it happens once only.
bool may_be_judged_again(const plan::Stage& stage) {
    return std::ranges::all_of(stage.units, [](const plan::Unit& unit) {
        const bool is_seen_again =
            unit.action == plan::Action::Apply || unit.action == plan::Action::Await;
        return is_seen_again && !readiness::runs_to_completion(unit.id);
    });
}

}  // namespace

void restart_clocks(Ledger& ledger, Time now) {
    ledger.operation_started_at = now;
    ledger.stage_started_at = now;
    ledger.waits_since.clear();
}

void begin_revision(Draft& draft) {
    const World& world = draft.world();
    Ledger& ledger = draft.edit();
    close_runs(ledger);
    if (!ledger.revisions.empty() && ledger.revisions.back().state == RevisionState::Deploying) {
        ledger.revisions.back().state = RevisionState::Superseded;
        ledger.revisions.back().finished_at = world.now;
    }
    const Operation operation = ledger.ever_deployed ? Operation::Upgrade : Operation::Install;
    const int number = ledger.revisions.empty() ? 1 : ledger.revisions.back().number + 1;
    ledger.revisions.push_back({
        .number = number,
        .digest = world.desired.digest,
        .operation = operation,
        .started_at = world.now,
    });
    constexpr std::size_t remembered = 10;
    if (ledger.revisions.size() > remembered) ledger.revisions.erase(ledger.revisions.begin());
    start_clocks(ledger, world.now);
    draft.decision().keep_content = true;
    draft.note({
        .reason = std::string(word(operation)) + "Started",
        .action = std::string(word(operation)),
        .text = format("revision {} begins", number),
    });
    tell_lint(draft);
    // Until something is written of it, it could as well begin again.
    draft.decision().ledger_may_lag = true;
    draft.again();
}

void begin_attempt(Draft& draft) {
    Ledger& ledger = draft.edit();
    ledger.attempt += 1;
    close_failure(ledger);
    restart_clocks(ledger, draft.world().now);
    if (!ledger.deleting && !ledger.revisions.empty()) {
        ledger.revisions.back().state = RevisionState::Deploying;
        ledger.revisions.back().finished_at.reset();
    }
    draft.note(
        {.reason = "Retrying",
         .action = "Retry",
         .text = format("attempt {} begins", ledger.attempt)}
    );
    draft.again();
}

void begin_deletion(Draft& draft) {
    Ledger& ledger = draft.edit();
    close_runs(ledger);
    ledger.deleting = true;
    start_clocks(ledger, draft.world().now);
    draft.note(
        {.reason = "DeleteStarted",
         .action = "Delete",
         .text = "the deletion of the release begins"}
    );
    draft.again();
}

void settle(Draft& draft, const plan::Plan& plan, std::size_t stage) {
    Ledger& ledger = draft.edit();
    for (const plan::Unit& unit : plan.stages[stage].units) {
        if (unit.action == plan::Action::Apply) settle_apply(ledger, draft.world(), unit);
        if (unit.action != plan::Action::Delete) continue;
        if (unit.hook) {
            settle_cleanup(ledger, unit);
        } else {
            settle_deletion(draft, unit);
        }
    }
    ledger.settled.push_back(plan.stages[stage].name);
    ledger.stage_started_at = draft.world().now;
    ledger.waits_since.clear();
    draft.decision().ledger_may_lag = may_be_judged_again(plan.stages[stage]);
    draft.again();
}

void finish_revision(Draft& draft, const plan::Plan& plan) {
    Ledger& ledger = draft.edit();
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (left_the_inventory(ledger, unit)) ledger.inventory.erase(unit.id);
        }
    }
    Revision& revision = ledger.revisions.back();
    revision.state = RevisionState::Deployed;
    revision.finished_at = draft.world().now;
    revision.message.clear();
    ledger.ever_deployed = true;
    ledger.failures = 0;
    draft.note({
        .reason = "Deployed",
        .action = std::string(word(revision.operation)),
        .text = format("revision {} is deployed", revision.number),
    });
    draft.again();
}

void fail_stage(Draft& draft, const plan::Stage& stage, const Error& error) {
    remember_failed(draft, stage);
    close_unknown_runs(draft, stage, error);
    fail_attempt(draft, error);
}

void fail_attempt(Draft& draft, const Error& error) {
    const World& world = draft.world();
    Ledger& ledger = draft.edit();
    ledger.failures += 1;
    ledger.failed = true;
    ledger.failure_reason = reason(error.kind);
    ledger.failure_message = error.message;
    if (!ledger.deleting && !ledger.revisions.empty()) {
        Revision& revision = ledger.revisions.back();
        revision.state = RevisionState::Failed;
        revision.finished_at = world.now;
        revision.message = error.message;
    }
    if (is_worth_another_attempt(world, error, ledger.failures)) {
        ledger.retry_at = world.now + retry_pause(world.release.spec.retry, ledger.failures);
    }
    draft.note(
        {.warning = true,
         .reason = std::string(reason(error.kind)),
         .action = "Reconcile",
         .text = error.message}
    );
    draft.again();
}

}  // namespace slipway::machine
