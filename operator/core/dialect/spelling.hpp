/// What somebody who mistyped a word may have meant.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace slipway::dialect {

/// The nearest of `known`, where at most `most` letters (half of a short word) differ.
std::optional<std::string_view> nearest(
    std::string_view word, const std::vector<std::string_view>& known, std::size_t most = 2
);

}  // namespace slipway::dialect
