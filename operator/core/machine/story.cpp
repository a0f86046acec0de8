#include "core/machine/story.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/machine/stage.hpp"
#include "core/plan/words.hpp"

namespace slipway::machine {
namespace {

constexpr std::size_t listed_entries = 100;

struct Verdict {
    std::string status;  ///< Of Ready.
    std::string reason;
    std::string message;
    bool reconciling = false;
    bool stalled = false;
};

ReleasePhase phase_of(const Ledger& ledger) {
    if (ledger.newest() == nullptr) return ReleasePhase::Pending;
    if (ledger.failed) return ReleasePhase::Failed;
    switch (ledger.newest()->state) {
        case RevisionState::Deploying:
        case RevisionState::Superseded: return ReleasePhase::Deploying;
        case RevisionState::Deployed: return ReleasePhase::Deployed;
        case RevisionState::Failed: return ReleasePhase::Failed;
    }
    return ReleasePhase::Pending;
}

ReleasePhase phase_of(const Draft& draft) {
    const World& world = draft.world();
    if (world.release.deleting) return ReleasePhase::Deleting;
    if (world.release.spec.suspend) return ReleasePhase::Suspended;
    const auto& error = world.desired.error;
    if (error && needs_an_edit(error->kind)) return ReleasePhase::Failed;
    return phase_of(draft.ledger());
}

Verdict failed_verdict(const Draft& draft) {
    const Ledger& ledger = draft.ledger();
    if (ledger.retry_at) {
        const std::string next = format(
            "{} (attempt {} failed; the next one begins at {})",
            ledger.failure_message,
            ledger.attempt,
            to_text(*ledger.retry_at)
        );
        return {"False", ledger.failure_reason, next, true, false};
    }
    return {"False", ledger.failure_reason, ledger.failure_message, false, true};
}

std::string walking_message(const Draft& draft) {
    if (draft.waiting_for().empty()) return "the next stage begins";
    return "waiting for " + draft.waiting_for().front();
}

Verdict refused_verdict(const Error& error) {
    const bool edit = needs_an_edit(error.kind);
    return {"False", std::string(reason(error.kind)), error.message, !edit, edit};
}

Verdict verdict_of(const Draft& draft, ReleasePhase phase) {
    const auto& error = draft.world().desired.error;
    const bool reads_content = phase != ReleasePhase::Suspended && phase != ReleasePhase::Deleting;
    if (error && reads_content) return refused_verdict(*error);
    switch (phase) {
        case ReleasePhase::Suspended:
            return {
                "False",
                "Suspended",
                "spec.suspend is true: nothing is written until it is removed",
                false,
                false};
        case ReleasePhase::Pending: return {"Unknown", "Progressing", "not begun yet", true, false};
        case ReleasePhase::Failed: return failed_verdict(draft);
        case ReleasePhase::Deploying:
            return {"Unknown", "Progressing", walking_message(draft), true, false};
        case ReleasePhase::Deleting:
            if (draft.ledger().failed) return failed_verdict(draft);
            return {"False", "Deleting", walking_message(draft), true, false};
        case ReleasePhase::Deployed:
            return {
                "True",
                "Deployed",
                format("revision {} is deployed", draft.ledger().newest()->number),
                false,
                false};
    }
    return {};
}

void set_conditions(ReleaseStatus& status, const Draft& draft, const Verdict& verdict) {
    const World& world = draft.world();
    const auto condition = [&](const char* type, std::string value, const Verdict& why) {
        set_condition(
            status,
            {.type = type,
             .status = std::move(value),
             .reason = why.reason,
             .message = shortened(why.message, 2000),
             .observed_generation = world.release.generation,
             .last_transition_time = world.now}
        );
    };
    condition("Ready", verdict.status, verdict);
    for (const auto& [type, holds] :
         {std::pair{"Reconciling", verdict.reconciling}, std::pair{"Stalled", verdict.stalled}}) {
        if (holds) {
            condition(type, "True", verdict);
        } else {
            remove_condition(status, type);
        }
    }
}

ProgressState state_of(const HookRun& run) {
    switch (run.state) {
        case RunState::Intended: return ProgressState::Pending;
        case RunState::Created: return ProgressState::Running;
        case RunState::Succeeded: return ProgressState::Done;
        case RunState::Failed: return ProgressState::Failed;
    }
    return ProgressState::Pending;
}

void tell_hooks(ReleaseStatus& status, const Ledger& ledger) {
    status.hooks.clear();
    for (const HookRun& run : ledger.runs) {
        status.hooks.push_back({
            .event = run.event,
            .kind = run.object.kind,
            .name = run.object.name,
            .state = state_of(run),
            .started_at = run.started_at,
            .finished_at = run.finished_at,
            .exit_code = run.exit_code,
            .message = shortened(run.message, 1000),
        });
    }
}

const StageProgress* told_before(const ReleaseStatus& status, const std::string& name) {
    for (const StageProgress& stage : status.stages) {
        if (stage.name == name) return &stage;
    }
    return nullptr;
}

bool is_settled(const Ledger& ledger, const std::string& name) {
    return std::find(ledger.settled.begin(), ledger.settled.end(), name) != ledger.settled.end();
}

StageProgress tell_stage(
    const Draft& draft, const plan::Plan& plan, std::size_t place, const StageProgress* before
) {
    const Ledger& ledger = draft.ledger();
    const plan::Stage& stage = plan.stages[place];
    StageProgress told{
        .name = stage.name,
        .kind = std::string(plan::word(stage.kind)),
        .total = static_cast<int>(stage.units.size())};
    if (before != nullptr) {
        told.started_at = before->started_at;
        told.finished_at = before->finished_at;
        told.ready = before->ready;
    }
    if (is_settled(ledger, stage.name)) {
        told.state = ProgressState::Done;
        told.ready = told.total;
        if (!told.started_at) told.started_at = draft.world().ledger.stage_started_at;
        if (!told.finished_at) told.finished_at = draft.world().now;
    } else if (place == current_stage(plan, ledger)) {
        told.state = ledger.failed ? ProgressState::Failed : ProgressState::Running;
        if (const auto settled = draft.settled_units(place))
            told.ready = static_cast<int>(*settled);
        if (!told.started_at) told.started_at = ledger.stage_started_at;
    }
    return told;
}

void tell_stages(ReleaseStatus& status, const Draft& draft, const plan::Plan& plan) {
    const bool same_walk = status.revision == draft.world().release.status.revision &&
                           status.operation == draft.world().release.status.operation;
    const ReleaseStatus before = same_walk ? draft.world().release.status : ReleaseStatus{};
    const std::size_t current = current_stage(plan, draft.ledger());
    status.stages.clear();
    int settled = 0;
    int total = 0;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        status.stages.push_back(tell_stage(draft, plan, i, told_before(before, plan.stages[i].name))
        );
        settled += status.stages.back().ready;
        total += status.stages.back().total;
    }
    status.progress = format("{}/{}", settled, total);
    const int count = static_cast<int>(plan.stages.size());
    const int index = std::min(static_cast<int>(current) + 1, count);
    if (count > 0)
        status.stage = StageCursor{
            .index = index,
            .count = count,
            .name = plan.stages[static_cast<std::size_t>(index - 1)].name};
}

void tell_inventory(ReleaseStatus& status, const Ledger& ledger) {
    status.inventory = {.count = static_cast<int>(ledger.inventory.size())};
    std::string all;
    for (const auto& [id, entry] : ledger.inventory) {
        all += id.text() + "\n";
        if (status.inventory.entries.size() < listed_entries)
            status.inventory.entries.push_back(id.text());
    }
    status.inventory.digest = slipway::digest_of(all);
}

void tell_history(ReleaseStatus& status, const Ledger& ledger) {
    status.history.clear();
    for (auto revision = ledger.revisions.rbegin(); revision != ledger.revisions.rend();
         ++revision) {
        status.history.push_back({
            .revision = revision->number,
            .operation = std::string(word(revision->operation)),
            .state = std::string(word(revision->state)),
            .started_at = revision->started_at,
            .finished_at = revision->finished_at,
            .digest = revision->digest,
            .message = shortened(revision->message, 500),
        });
    }
}

void tell_ledger(ReleaseStatus& status, const Ledger& ledger) {
    if (const Revision* newest = ledger.newest()) {
        status.revision = newest->number;
        status.operation = ledger.deleting ? Operation::Delete : newest->operation;
        status.observed_digest = newest->digest;
    }
    status.attempt = ledger.attempt;
    status.handled_retry_at = ledger.handled_retry_at;
    tell_hooks(status, ledger);
    tell_inventory(status, ledger);
    tell_history(status, ledger);
}

}  // namespace

ReleaseStatus tell(const Draft& draft) {
    const World& world = draft.world();
    ReleaseStatus status = world.release.status;
    status.observed_generation = world.release.generation;
    status.handled_reconcile_at = world.release.reconcile_at;
    status.phase = phase_of(draft);
    tell_ledger(status, draft.ledger());
    status.warnings = world.desired.warnings;
    if (world.plan != nullptr) {
        for (const dialect::Finding& finding : world.plan->findings)
            status.warnings.push_back(finding.warning());
        tell_stages(status, draft, *world.plan);
    }
    status.waiting_for = draft.waiting_for();
    set_conditions(status, draft, verdict_of(draft, status.phase));
    return status;
}

}  // namespace slipway::machine
