#include "core/condition/quotes.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

#include "core/base/text.hpp"

namespace slipway::condition::detail {
namespace {

Error bad_escape(std::string_view escape) {
    return {
        ErrorKind::InvalidExpression,
        format("{} is no escape in quoted text; write \\n, \\t, \\\\, \\\" or \\u00e9", escape)};
}

std::string utf8(std::uint32_t code) {
    const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
    const auto tail = [&](unsigned shift) { return byte(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0U | (code >> 6U)), tail(0)};
    if (code < 0x10000) return {byte(0xE0U | (code >> 12U)), tail(6), tail(0)};
    return {byte(0xF0U | (code >> 18U)), tail(12), tail(6), tail(0)};
}

std::optional<std::uint32_t> number(std::string_view digits, std::size_t count, int base) {
    if (digits.size() < count) return std::nullopt;
    const char* const end = digits.data() + count;
    std::uint32_t value = 0;
    const auto read = std::from_chars(digits.data(), end, value, base);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return value;
}

/// The letter of an escape that stands for one character; nothing for the others.
std::optional<char> simple_escape(char letter, char quote) {
    constexpr std::string_view letters = "abfnrtv\\";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\";
    const auto place = letters.find(letter);
    if (place != std::string_view::npos) return meanings[place];
    if (letter == quote) return quote;
    return std::nullopt;
}

bool is_code_point(std::uint32_t code) {
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

/// Reads \x41, \u0041, \U00000041 and \101 from after the backslash; `rest` moves behind it.
std::optional<std::string> numeric_escape(std::string_view& rest) {
    const bool octal = rest.front() >= '0' && rest.front() <= '7';
    const std::size_t count = octal ? 3 : rest[0] == 'x' ? 2 : rest[0] == 'u' ? 4 : 8;
    if (!octal && rest[0] != 'x' && rest[0] != 'u' && rest[0] != 'U') return std::nullopt;
    if (!octal) rest.remove_prefix(1);
    const auto code = number(rest, count, octal ? 8 : 16);
    if (!code || !is_code_point(*code) || (octal && *code > 255)) return std::nullopt;
    rest.remove_prefix(count);
    // \x and octal name one byte, \u and \U a character.
    return count < 4 ? std::string(1, static_cast<char>(*code)) : utf8(*code);
}

}  // namespace

bool is_quote(char c) { return c == '"' || c == '\''; }

std::size_t closing_quote(std::string_view text, std::size_t from) {
    for (std::size_t at = from + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == text[from]) {
            return at;
        }
    }
    return std::string_view::npos;
}

std::size_t find_outside_quotes(std::string_view text, std::string_view wanted, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (wanted.find(text[at]) != std::string_view::npos) return at;
        if (text[at] == '\\') {
            ++at;
        } else if (is_quote(text[at])) {
            at = closing_quote(text, at);
            if (at == std::string_view::npos) return at;
        }
    }
    return std::string_view::npos;
}

Result<std::string> unquoted(std::string_view quoted) {
    const char quote = quoted.front();
    std::string_view rest = quoted.substr(1, quoted.size() - 2);
    std::string plain;
    while (!rest.empty()) {
        if (rest.front() != '\\') {
            plain += rest.front();
            rest.remove_prefix(1);
            continue;
        }
        const std::string_view escape = rest.substr(0, 2);
        rest.remove_prefix(1);
        if (rest.empty()) return bad_escape(escape);
        if (const auto simple = simple_escape(rest.front(), quote)) {
            plain += *simple;
            rest.remove_prefix(1);
            continue;
        }
        const auto numeric = numeric_escape(rest);
        if (!numeric) return bad_escape(escape);
        plain += *numeric;
    }
    return plain;
}

}  // namespace slipway::condition::detail
