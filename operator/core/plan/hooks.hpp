/// The stages of one hook event: one for each run, in a row, then what their delete policies
/// remove.
#pragma once

#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

/// `kind` is PreHook or PostHook.
std::vector<Stage> hook_stages(
    const std::vector<Item>& hooks, dialect::HookEvent event, StageKind kind, const Frame& frame
);

}  // namespace slipway::plan
