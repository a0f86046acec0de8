/// Quoted text inside an expression, in Go's escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace slipway::condition::detail {

bool is_quote(char c);

/// The end of the quote that opens at `from`: the place of its closing character; npos where it has
/// none.
std::size_t closing_quote(std::string_view text, std::size_t from);

/// The first of `wanted` outside quotes from `from` on; npos where there is none.
std::size_t find_outside_quotes(std::string_view text, std::string_view wanted, std::size_t from);

/// What Go's strconv.Unquote makes of "..." and, as client-go extends it, of '...'.
Result<std::string> unquoted(std::string_view quoted);

}  // namespace slipway::condition::detail
