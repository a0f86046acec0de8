/// Units that wait for what somebody else makes: external dependencies.
#include "core/machine/judgement.hpp"

namespace slipway::machine {

Judgement judge_await(const World&, const UnitView& view) {
    Judgement judgement{.started = true, .why = "does not exist yet (" + view.unit.why + ")"};
    if (view.refusal != nullptr) judgement.why = view.refusal->error.message;
    if (view.seen == nullptr || !view.seen->is_present()) return judgement;
    judgement.why = view.seen->verdict.why + " (" + view.unit.why + ")";
    const bool ready = !view.unit.wait.ready || view.seen->verdict.state == readiness::State::Ready;
    judgement.ready = ready && view.seen->requirements.holds && !view.seen->terminating;
    judgement.settled = judgement.ready;
    return judgement;
}

namespace {

/// A type that the server does not serve comes with its definition, which the edge watches; one
/// that an aggregated server brings is looked for this often.
constexpr Duration pause_for_unknown_types = std::chrono::seconds(60);

bool waits_for_its_type(Draft& draft, const UnitView& view) {
    if (view.refusal == nullptr || view.refusal->error.kind != ErrorKind::UnknownKind) return false;
    const Time next = view.refusal->at + pause_for_unknown_types;
    if (draft.world().now >= next) return false;
    draft.look_again_at(next);
    return true;
}

}  // namespace

/// The edge watches it by name from the first look on; each change is an event.
void advance_await(Draft& draft, const UnitView& view, const Judgement&) {
    if (waits_for_its_type(draft, view) || draft.backs_off(view.unit.id)) return;
    if (view.refusal != nullptr || !view.is_seen()) {
        draft.look(view.unit.id);
    }
}

}  // namespace slipway::machine
