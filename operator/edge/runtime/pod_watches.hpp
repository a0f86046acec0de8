/// Watches of the pods of unready workloads: one for each namespace, while any is unready there.
#pragma once

#include <memory>
#include <optional>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Opens and closes the watches of pods as needed. When to look at that again.
std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session);

}  // namespace slipway::runtime
