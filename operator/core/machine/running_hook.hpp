/// A hook that still runs when something else is to begin.
#pragma once

#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// A Job or Pod of a hook whose outcome is open and that is not known to be gone, or not to have
/// been made; nullptr where none runs. What does not run to completion (a PVC) is never ended.
const HookRun* running_hook(const World& world);

/// Deletes it with its pods, for two migrations must not run at once. True once nothing runs;
/// `before` says to people before what ("the deletion begins").
bool end_running_hook(Draft& draft, const std::string& before);

}  // namespace slipway::machine
