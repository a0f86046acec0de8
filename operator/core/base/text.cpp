#include "core/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace slipway {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    for (;;) {
        const auto end = text.find(separator);
        pieces.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return pieces;
        text.remove_prefix(end + 1);
    }
}

std::string join(const std::vector<std::string>& pieces, std::string_view separator) {
    return fmt::to_string(fmt::join(pieces, separator));
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    const bool plus = !text.empty() && text.front() == '+';
    if (plus) text.remove_prefix(1);
    if (plus && !text.empty() && text.front() == '-') return std::nullopt;
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string shortened(std::string_view text, std::size_t bytes) {
    constexpr std::string_view ellipsis = "…";
    if (text.size() <= bytes) return std::string(text);
    if (bytes < ellipsis.size()) return {};
    std::size_t end = bytes - ellipsis.size();
    const auto continues = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    while (end > 0 && continues(end))
        --end;
    return std::string(text.substr(0, end)) + std::string(ellipsis);
}

}  // namespace slipway
