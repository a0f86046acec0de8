/// Writing the Release's status: what matters at once, mere progress now and then.
#pragma once

#include <optional>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Writes what `session.told` says, where it says anything new. How far the walk has come is
/// written at most every `hands.progress_pause`: where it is too early, the answer is when.
Result<std::optional<Time>> write_status(const Hands& hands, Session& session, const Object& live);

}  // namespace slipway::runtime
