/// Units that run a hook: intent, object, outcome, each durable before the next.
///
/// Created by POST with the run's marker, because server-side apply onto an old completed Job would
/// pass without running it. An outcome that nobody can know stops the release instead of being
/// guessed.
#include "core/base/text.hpp"
#include "core/machine/adoption.hpp"
#include "core/machine/hook_run.hpp"
#include "core/machine/own_deadline.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/terms.hpp"
#include "core/machine/ttl.hpp"

namespace slipway::machine {
namespace {

using readiness::State;

/// Never deleted for a hook's sake: others may depend on them, or their data would be lost.
bool is_never_recreated(const ObjectId& id) {
    return id.kind == "CustomResourceDefinition" || id.kind == "PersistentVolumeClaim" ||
           id.kind == "Namespace";
}

bool may_be_replaced(const World& world, const UnitView& view) {
    if (is_never_recreated(view.unit.id)) return false;
    const Claim whose = claim(world, view.unit.id, *view.seen);
    return whose == Claim::Ours || readiness::runs_to_completion(view.unit.id);
}

/// Done by its kind's rule, and then what else its author waits for holds.
readiness::Readiness verdict_of(const World& world, const UnitView& view) {
    readiness::Readiness verdict =
        view.unit.hook->tracked ? view.seen->verdict : view.seen->completion;
    const bool waits_on = verdict.state == State::Ready && !view.seen->requirements.holds;
    if (waits_on) verdict = {State::Progressing, view.seen->requirements.why, {}};
    const std::string overdue =
        verdict.state == State::Progressing ? overdue_text(world, view.unit) : "";
    if (!overdue.empty()) return {State::Failed, overdue + std::string(verdict.why), {}};
    return verdict;
}

bool is_past(const HookRun& run, const Observation& seen) {
    return seen.is_absent() || !is_of(run, seen);
}

Error outcome_unknown(const plan::Unit& unit) {
    return {
        ErrorKind::HookOutcomeUnknown,
        format(
            "hook {} vanished before its outcome was seen; nobody can know whether it succeeded. "
            "Check what it did, then set the annotation slipway.dev/retry-at to run it again",
            unit.id.title()
        )};
}

Judgement judge_created(const World& world, const UnitView& view, const HookRun& run) {
    Judgement judgement{.started = true, .why = "the hook's object is looked for"};
    if (!view.is_seen()) return judgement;
    const bool is_gone = is_past(run, *view.seen);
    if (is_gone && !run.ended) judgement.failure = outcome_unknown(view.unit);
    judgement.why = is_gone ? "runs again" : verdict_of(world, view).why;
    return judgement;
}

/// What the hook's policy deletes anyway needs no time to live.
void withhold_unless_deleted(
    Draft& draft, const UnitView& view, const HookRun& run, dialect::HookDeletePolicy by
) {
    if (view.unit.hook->delete_policy.contains(by)) return;
    withhold_ttl(draft.edit(), view.unit, run.uid, by);
}

void end(const World& world, const UnitView& view, HookRun& run, RunState state) {
    const auto verdict = verdict_of(world, view);
    run.state = state;
    run.finished_at = world.now;
    run.message = verdict.why;
    run.exit_code = verdict.exit_code;
}

void succeed(Draft& draft, const UnitView& view, HookRun& run) {
    end(draft.world(), view, run, RunState::Succeeded);
    withhold_unless_deleted(draft, view, run, dialect::HookDeletePolicy::Succeeded);
    draft.note(
        {.reason = "HookSucceeded",
         .action = "RunHook",
         .text = format("{} hook {} succeeded", run.event, view.unit.id.title())}
    );
}

void end_badly(Draft& draft, const UnitView& view, HookRun& run) {
    end(draft.world(), view, run, RunState::Failed);
    withhold_unless_deleted(draft, view, run, dialect::HookDeletePolicy::Failed);
    draft.note(
        {.warning = true,
         .reason = "HookFailed",
         .action = "RunHook",
         .text = format("{} hook {} failed: {}", run.event, view.unit.id.title(), run.message)}
    );
}

Note replaced(const World& world, const UnitView& view) {
    const bool is_nobodys = claim(world, view.unit.id, *view.seen) == Claim::Nobodys;
    return {
        .warning = is_nobodys,
        .reason = "HookReplaced",
        .action = "RunHook",
        .text = view.unit.id.title() +
                (is_nobodys ? " existed and belonged to nobody; it is deleted so that the hook of "
                              "its name can run"
                            : " of an earlier run is deleted before the hook runs")};
}

/// The object of an intended run is made, or what stands in its place is removed first.
void make(Draft& draft, const UnitView& view, const HookRun& run) {
    const Observation& seen = *view.seen;
    if (seen.is_absent()) return draft.add(CreateHook{.at = view.at, .run = run.marker});
    if (seen.run == run.marker) {
        HookRun* created = newest_run(draft.edit(), view.unit);
        created->state = RunState::Created;
        created->uid = seen.uid;
        return draft.again();
    }
    if (seen.terminating) return;
    if (may_be_replaced(draft.world(), view)) {
        draft.note(replaced(draft.world(), view));
        return draft.add(DeleteObject{
            .id = view.unit.id, .version = view.unit.version, .uid = seen.uid});
    }
    note_adoption(draft, view);
    draft.add(ApplyUnit{
        .at = view.at, .uid = seen.uid, .resource_version = "", .force = false, .run = run.marker});
}

/// It was ended for other content, and then its own came back.
void run_again(Draft& draft, const UnitView& view) {
    HookRun& run = *newest_run(draft.edit(), view.unit);
    run.state = RunState::Failed;
    run.finished_at = draft.world().now;
    run.message = "was ended for other content, which was taken back";
    run.deleted = true;
    begin_attempt(draft);
}

void follow(Draft& draft, const UnitView& view) {
    if (!view.is_seen()) return draft.look(view.unit.id);
    const HookRun& before = *newest_run(draft.ledger(), view.unit);
    if (before.ended && is_past(before, *view.seen)) return run_again(draft, view);
    if (before.ended && view.seen->terminating) return;
    if (before.ended) newest_run(draft.edit(), view.unit)->ended = false;
    const auto verdict = verdict_of(draft.world(), view);
    if (const auto deadline = own_deadline(draft.world(), view.unit))
        draft.look_again_at(*deadline);
    if (verdict.look_again) draft.look_again_at(*verdict.look_again);
    if (verdict.look_again && draft.world().now >= *verdict.look_again) draft.look(view.unit.id);
    if (verdict.state == State::Progressing) return;
    HookRun* run = newest_run(draft.edit(), view.unit);
    if (verdict.state == State::Ready) {
        succeed(draft, view, *run);
    } else {
        end_badly(draft, view, *run);
    }
    draft.again();
}

}  // namespace

Judgement judge_hook(const World& world, const UnitView& view) {
    const HookRun* run = newest_run(world.ledger, view.unit);
    if (needs_new_run(world.ledger, run)) return {.why = "not started yet"};
    switch (run->state) {
        case RunState::Succeeded: return {.started = true, .ready = true, .settled = true};
        case RunState::Failed:
            if (ignores_failure(view.unit))
                return {.started = true, .ready = true, .settled = true};
            return {
                .started = true,
                .failure = Error{
                    ErrorKind::HookFailed,
                    format(
                        "{} hook {} failed: {}", run->event, view.unit.id.title(), run->message
                    )}};
        case RunState::Created: return judge_created(world, view, *run);
        case RunState::Intended: break;
    }
    Judgement judgement{.why = "is being created"};
    if (view.refusal != nullptr) judgement.why = view.refusal->error.message;
    judgement.failure = final_refusal(view.unit.id, view.refusal);
    if (is_out_of_bounds(world, view))
        judgement.failure = owned_by_another(view.unit.id, *view.seen);
    return judgement;
}

void advance_hook(Draft& draft, const UnitView& view, const Judgement&) {
    const HookRun* run = newest_run(draft.ledger(), view.unit);
    if (needs_new_run(draft.ledger(), run)) {
        draft.edit().runs.push_back(intended_run(draft.world(), view.unit));
        draft.note(
            {.reason = "HookStarted",
             .action = "RunHook",
             .text = format(
                 "{} hook {} starts", dialect::word(view.unit.hook->event), view.unit.id.title()
             )}
        );
        return draft.again();
    }
    if (run->state == RunState::Created) return follow(draft, view);
    if (draft.backs_off(view.unit.id)) return;
    if (!view.is_seen()) return draft.look(view.unit.id);
    make(draft, view, *run);
}

}  // namespace slipway::machine
