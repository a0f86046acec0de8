/// Values written as YAML, for people who read it sooner than JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace slipway::manifest {

/// In block style, keys in their order. Texts are quoted wherever a reader of YAML 1.1 or 1.2 could
/// take them for anything but that text.
std::string yaml_text(const nlohmann::ordered_json& value);

}  // namespace slipway::manifest
