/// A hook that still runs when something else is to begin.
#pragma once

#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// A hook whose object is made, whose outcome is open, and which is not known to be gone; nullptr
/// where none runs.
const HookRun* running_hook(const World& world);

/// Deletes it with its pods, for two migrations must not run at once. True once nothing runs;
/// `before` says to people before what ("the deletion begins").
bool end_running_hook(Draft& draft, const std::string& before);

}  // namespace slipway::machine
