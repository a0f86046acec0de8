/// Reading `.spec` of a Release.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/model/release.hpp"

namespace slipway {

/// InvalidSpec (or TooLarge) names the field. A field that nothing here reads is refused: it would
/// otherwise be dropped in silence.
Result<ReleaseSpec> read_spec(const nlohmann::json& spec);

}  // namespace slipway
