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

/// The edge watches it by name from the first look on; each change is an event.
void advance_await(Draft& draft, const UnitView& view, const Judgement&) {
    if (backs_off(draft, view)) return;
    if (view.refusal != nullptr || view.seen == nullptr ||
        view.seen->presence == Presence::Unknown) {
        draft.look(view.unit.id);
    }
}

}  // namespace slipway::machine
