/// Jobs that failed: their pods are asked why, once, before the failure counts.
///
/// A Job that fails fast is over before its pods are watched, and what its controller says of it
/// ("BackoffLimitExceeded") names no cause.
#pragma once

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// True where any was asked, and so judged anew. Pods that cannot be listed have nothing to say.
bool ask_failed_jobs(Hands& hands, Session& session);

}  // namespace slipway::runtime
