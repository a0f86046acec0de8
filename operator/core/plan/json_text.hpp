/// JSON without blanks, for digests.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace slipway::plan {

/// What `dump(-1, ' ', false, json::error_handler_t::replace)` gives, byte for byte: digests are in
/// clusters. Sooner where texts are plain, which in manifests nearly all are; whatever else there
/// is, dump() writes.
std::string json_text(const nlohmann::json& value);

}  // namespace slipway::plan
