/// How plans are spoken of, in texts and in documents for machines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.hpp"

namespace slipway::plan {

/// "PreHook", as status has it.
std::string_view word(StageKind kind);
/// "apply", "run", "delete", "await"
std::string_view word(Action action);
/// "applied", "ready", "gone"
std::string_view word(Until until);
/// What the unit waits for before it has settled: "done", "ready", "there", ".status.x=y".
std::vector<std::string> waits_of(const Unit& unit);
/// What only few objects ask for: "fails after 5m", "taken over from another tool".
std::vector<std::string> special_words_of(const Unit& unit);

}  // namespace slipway::plan
