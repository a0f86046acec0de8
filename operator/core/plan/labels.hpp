/// Labels against selectors.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace slipway::plan {

/// What `labels` (nullptr for none) lacks of the mapping `selector`: "app=web,tier=front"; "" where
/// it has all of it.
std::string missing_labels(const nlohmann::json& selector, const nlohmann::json* labels);

}  // namespace slipway::plan
