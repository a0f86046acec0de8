/// One stage of the plan: who may go on, who is waited for, whether it has settled.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/machine/judgement.hpp"

namespace slipway::machine {

struct StageReport {
    bool settled = false;
    std::size_t total = 0;
    std::size_t ready = 0;
    std::optional<Error> failure{};
};

/// Judges every unit and brings those further that may go on: all lower ranks were started and
/// their own edges hold. Fails where any unit failed for certain; nothing new is started then.
StageReport advance_stage(Draft& draft, const plan::Plan& plan, std::size_t stage);

/// The first stage that has not settled; plan.stages.size() where all have.
std::size_t current_stage(const plan::Plan& plan, const Ledger& ledger);
bool has_settled_all(const plan::Plan& plan, const Ledger& ledger);

}  // namespace slipway::machine
