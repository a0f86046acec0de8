#include "core/machine/side_write.hpp"

#include "core/machine/judgement.hpp"

namespace slipway::machine {

SideState side_state(Draft& draft, const SideAnswers& answers, const SideWrite& write) {
    const auto answer = answers.find(write.uid);
    if (answer == answers.end()) return SideState::Due;
    const auto& refusal = answer->second;
    if (!refusal) return SideState::Over;
    const auto error = final_refusal(write.id, &*refusal);
    if (!error) return draft.backs_off(*refusal) ? SideState::BacksOff : SideState::Due;
    draft.note({
        .warning = true,
        .reason = write.reason,
        .action = "Apply",
        .text = std::string(write.cannot) + ": " + error->message,
    });
    return SideState::Over;
}

}  // namespace slipway::machine
