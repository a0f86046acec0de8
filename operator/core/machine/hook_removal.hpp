/// What hooks made in an event that did not come to its end, by their delete policy.
///
/// The cleanup at the end of an event is a stage of the plan; this is for events without an end.
#pragma once

#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// After a failure, as Helm: what failed (hook-failed), and what succeeded before it
/// (hook-succeeded), but of that only Jobs and Pods: what else a hook made, the next attempt may
/// need, which does not run it again.
void remove_failed_hooks(Draft& draft);

/// Now that no attempt follows: the rest too. True once all of it is gone, or on its way; what is
/// refused for good stays, as what hooks leave behind does. `before` says to people before what
/// ("the deletion begins").
bool remove_hooks_given_up(Draft& draft, const std::string& before);

}  // namespace slipway::machine
