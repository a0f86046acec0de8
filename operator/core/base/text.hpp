/// Small questions about text, and the one door to the formatting library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace slipway {

using fmt::format;

/// `text` without blanks, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// ASCII lower case.
std::string lower_case(std::string_view text);

/// The pieces between separators; "" gives one empty piece, as Go's strings.Split does.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string join(const std::vector<std::string>& pieces, std::string_view separator);

/// A decimal integer as Go's strconv.Atoi and ParseInt(_, 10, 64) read it: an optional sign,
/// digits, nothing else.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// `text`, cut to at most `bytes` without splitting a UTF-8 character, "…" showing where.
std::string shortened(std::string_view text, std::size_t bytes);

}  // namespace slipway
