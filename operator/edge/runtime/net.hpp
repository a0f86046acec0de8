/// A net under lost events: while something is waited for and nothing happens for a minute, one
/// list of metadata per waited kind shows what the watches did not tell.
#pragma once

#include <optional>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Looks where it is time to. Returns when it will be next; nothing while nothing is waited for.
std::optional<Time> cast_net(Hands& hands, Session& session, const ports::Identity& as);

}  // namespace slipway::runtime
