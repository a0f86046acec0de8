/// Jobs that failed: their pods are asked why, once, before the failure counts. A server in trouble
/// is asked a few times more.
///
/// A Job that fails fast is over before its pods are watched, and what its controller says of it
/// ("BackoffLimitExceeded") names no cause.
#pragma once

#include <optional>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// When to look again: now where any answered, and so was judged anew; later where the server was
/// in trouble. Pods that nobody may list have nothing to say.
std::optional<Time> ask_failed_jobs(Hands& hands, Session& session);

}  // namespace slipway::runtime
