/// Cutting annotations into requirements without cutting through brackets and quotes. Of this room
/// only.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace slipway::condition::detail {

/// What stands around a comparison.
constexpr std::string_view comparison_characters = "=!<>";

/// The first of `wanted` outside brackets, braces and quotes; npos where there is none. A quote
/// opens inside brackets and right after a comparison; elsewhere it is an apostrophe.
std::size_t find_at_top(std::string_view text, std::string_view wanted);

/// The pieces between separators at the top, trimmed, blank ones left out. `example` is how it is
/// written, for the error when nothing is left; more than 64 are TooLarge.
Result<std::vector<std::string_view>> pieces(
    std::string_view text, char separator, std::string_view example
);

}  // namespace slipway::condition::detail
