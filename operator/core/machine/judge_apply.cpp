/// Units that apply an object: applied, then waited for as the plan says.
#include "core/machine/adoption.hpp"
#include "core/machine/judgement.hpp"
#include "core/machine/own_deadline.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/terms.hpp"

namespace slipway::machine {
namespace {

using readiness::State;

bool has_completed(const World& world, const plan::Unit& unit) {
    const auto entry = world.ledger.inventory.find(unit.id);
    // Of most objects nothing completes, and the mark is a text to be made.
    return entry != world.ledger.inventory.end() && !entry->second.completed_digest.empty() &&
           entry->second.completed_digest == completion_mark(world, unit);
}

Judgement completed_but_unseen(const UnitView& view) {
    return {
        .started = true,
        .failure = final_refusal(view.unit.id, view.refusal),
        .why = "has completed; what stands there now is looked at"};
}

/// A revision in between may have left a Job of other content in its place.
bool was_replaced(const World& world, const UnitView& view) {
    return view.seen->is_present() && view.seen->digest != view.unit.digest &&
           claim(world, view.unit.id, *view.seen) == Claim::Ours;
}

/// Taken over as it stands, it would pass without running.
bool is_old_run_of_others(const World& world, const UnitView& view) {
    const bool runs_each_time = recreation_of(view.unit) == dialect::Recreate::EachRevision &&
                                readiness::runs_to_completion(view.unit.id);
    return runs_each_time && (claim(world, view.unit.id, *view.seen) == Claim::Nobodys ||
                              is_adopted_by_wish(world, view));
}

Note replaced(const UnitView& view) {
    return {
        .warning = true,
        .reason = "Replaced",
        .action = "Apply",
        .text = view.unit.id.title() +
                " was not made by this release; it is deleted so that the one of its name can "
                "run"};
}

/// What cannot be put right by applying: a Job or Pod that failed in an earlier attempt, what has a
/// field that cannot change, and what its author wants made anew with every change.
bool must_be_made_anew(const World& world, const UnitView& view) {
    if (view.seen == nullptr || !view.seen->is_present()) return false;
    if (is_old_run_of_others(world, view)) return true;
    const bool is_ours = claim(world, view.unit.id, *view.seen) == Claim::Ours;
    if (!is_ours && !is_adopted_by_wish(world, view)) return false;
    const auto entry = world.ledger.inventory.find(view.unit.id);
    const bool failed_before = entry != world.ledger.inventory.end() &&
                               !entry->second.failed_uid.empty() &&
                               entry->second.failed_uid == view.seen->uid;
    if (failed_before) return true;
    switch (recreation_of(view.unit)) {
        case dialect::Recreate::Never: return false;
        case dialect::Recreate::Always: return view.seen->digest != view.unit.digest;
        case dialect::Recreate::EachRevision:
            return view.seen->run != revision_mark(world, view.unit);
        case dialect::Recreate::Immutable: break;
    }
    return view.refusal != nullptr && view.refusal->error.kind == ErrorKind::ImmutableField;
}

bool is_applied(const World& world, const UnitView& view) {
    return view.seen != nullptr && view.seen->is_present() && !view.seen->terminating &&
           view.seen->digest == view.unit.digest &&
           claim(world, view.unit.id, *view.seen) == Claim::Ours && !must_be_made_anew(world, view);
}

/// A unit that waits for nothing of its own still can be what another waits for.
bool waits_of_its_own(const plan::Unit& unit) {
    return unit.wait.ready || !unit.wait.requirements.empty();
}

Judgement judge_applied(const World& world, const UnitView& view) {
    const Observation& seen = *view.seen;
    const bool needs_verdict = view.unit.wait.ready || !waits_of_its_own(view.unit);
    Judgement judgement{.started = true, .why = seen.verdict.why};
    if (seen.verdict.state == State::Failed && ignores_failure(view.unit)) {
        judgement.ready = judgement.settled = true;
        return judgement;
    }
    if (seen.verdict.state == State::Failed && waits_of_its_own(view.unit)) {
        judgement.failure =
            Error{ErrorKind::ObjectFailed, view.unit.id.title() + ": " + seen.verdict.why};
        return judgement;
    }
    const bool verdict_holds = !needs_verdict || seen.verdict.state == State::Ready;
    if (verdict_holds && !seen.requirements.holds) judgement.why = seen.requirements.why;
    judgement.ready = verdict_holds && seen.requirements.holds;
    judgement.settled = judgement.ready || !waits_of_its_own(view.unit);
    const std::string overdue = judgement.settled ? "" : overdue_text(world, view.unit);
    if (!overdue.empty() && ignores_failure(view.unit)) {
        judgement.ready = judgement.settled = true;
    } else if (!overdue.empty()) {
        judgement.failure = Error{
            ErrorKind::Timeout, view.unit.id.title() + ": " + overdue + std::string(judgement.why)};
    }
    return judgement;
}

/// What is there is waited for all the same.
Judgement judge_left_alone(const World& world, const UnitView& view) {
    if (view.seen->is_present()) return judge_applied(world, view);
    return {.started = true, .ready = true, .settled = true};
}

std::string pending_why(const UnitView& view) {
    if (view.refusal != nullptr) return "will be tried again: " + view.refusal->error.message;
    if (view.seen != nullptr && view.seen->terminating) {
        return "the object of the same name is being deleted" +
               (view.seen->finalizers.empty()
                    ? std::string()
                    : "; it waits for finalizer " + view.seen->finalizers);
    }
    return "not applied yet";
}

/// nelm's replicas-on-creation: afterwards whatever scales it has the say.
std::optional<int> replicas_of(const UnitView& view) {
    if (!view.unit.special || !view.unit.special->replicas_on_creation) return std::nullopt;
    return view.seen->is_present() ? view.seen->replicas : view.unit.special->replicas_on_creation;
}

/// Fences and force by what stands there (design: first touch never forces).
ApplyUnit apply_of(const World& world, const UnitView& view) {
    ApplyUnit effect{.at = view.at, .run = revision_mark(world, view.unit)};
    const Claim whose = claim(world, view.unit.id, *view.seen);
    const bool was_ours = whose == Claim::Ours || is_left_by_predecessor(world, *view.seen) ||
                          is_adopted_by_wish(world, view);
    effect.replicas = replicas_of(view);
    effect.force = was_ours && conflicts_of(world, view.unit) == ConflictMode::Force;
    if (!view.seen->is_present()) return effect;
    effect.uid = view.seen->uid;
    effect.resource_version = view.seen->resource_version;
    return effect;
}

/// A verdict may change with time alone.
void look_in_time(Draft& draft, const UnitView& view) {
    if (const auto deadline = own_deadline(draft.world(), view.unit))
        draft.look_again_at(*deadline);
    const auto when = view.seen->verdict.look_again;
    if (!when) return;
    if (draft.world().now < *when) return draft.look_again_at(*when);
    draft.look(view.unit.id);
}

}  // namespace

Judgement judge_apply(const World& world, const UnitView& view) {
    const bool has_run = has_completed(world, view.unit);
    if (has_run && !view.is_seen()) return completed_but_unseen(view);
    if (has_run && !was_replaced(world, view))
        return {.started = true, .ready = true, .settled = true};
    if (is_left_alone(view)) return judge_left_alone(world, view);
    if (is_applied(world, view)) return judge_applied(world, view);
    Judgement judgement{.why = pending_why(view)};
    if (must_be_made_anew(world, view)) {
        judgement.why = "is deleted and made anew";
        return judgement;
    }
    judgement.failure = final_refusal(view.unit.id, view.refusal);
    if (is_out_of_bounds(world, view))
        judgement.failure = owned_by_another(view.unit.id, *view.seen);
    return judgement;
}

void advance_apply(Draft& draft, const UnitView& view, const Judgement& judgement) {
    if (judgement.started && view.is_seen()) return look_in_time(draft, view);
    if (draft.backs_off(view.unit.id)) return;
    if (!view.is_seen()) return draft.look(view.unit.id);
    if (view.seen->terminating) return;
    if (must_be_made_anew(draft.world(), view)) {
        if (is_old_run_of_others(draft.world(), view)) draft.note(replaced(view));
        return draft.add(DeleteObject{
            .id = view.unit.id,
            .version = view.unit.version,
            .uid = view.seen->uid,
            .propagation = view.unit.propagation()});
    }
    if (is_being_taken(draft.world(), view)) return;
    adopt_if_nobodys(draft, view);
    start_own_clock(draft, view.unit);
    draft.add(apply_of(draft.world(), view));
}

}  // namespace slipway::machine
