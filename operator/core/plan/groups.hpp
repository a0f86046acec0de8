/// The stages that apply: one for each group, the lowest number first.
#pragma once

#include <optional>
#include <vector>

#include "core/plan/placement.hpp"

namespace slipway::plan {

/// What hooks need that run before all groups.
std::optional<Stage> stage_before_hooks(const std::vector<Placed>& placed, const Frame& frame);

std::vector<Stage> group_stages(const std::vector<Placed>& placed, const Frame& frame);

}  // namespace slipway::plan
