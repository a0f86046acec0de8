/// gzip, for what the store keeps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace slipway::cluster {

inline constexpr std::size_t longest_inflated = 256U << 20U;

/// The same bytes give the same bytes.
std::string gzipped(std::string_view bytes);

/// Internal: it is damaged. TooLarge: it would inflate to more than `limit`.
Result<std::string> gunzipped(std::string_view bytes, std::size_t limit = longest_inflated);

}  // namespace slipway::cluster
