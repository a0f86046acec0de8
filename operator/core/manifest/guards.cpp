#include "core/manifest/guards.hpp"

#include <algorithm>
#include <cstdint>

#include "core/base/text.hpp"
#include "core/manifest/node_guards.hpp"
#include "core/manifest/refusal.hpp"

namespace slipway::manifest {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0;
}

bool is_between(std::uint8_t byte, unsigned low, unsigned high) {
    return byte >= low && byte <= high;
}

/// How long the UTF-8 sequence is that `lead` begins; 0 where it begins none.
std::size_t length_after(std::uint8_t lead) {
    if (lead < 0x80) return 1;
    if (is_between(lead, 0xC2, 0xDF)) return 2;
    if (is_between(lead, 0xE0, 0xEF)) return 3;
    return is_between(lead, 0xF0, 0xF4) ? 4 : 0;
}

/// By table 3-7 of the Unicode Standard: some leads would otherwise allow overlong forms,
/// surrogates and what lies beyond U+10FFFF.
bool may_follow(std::uint8_t lead, std::uint8_t second) {
    if (lead == 0xE0) return is_between(second, 0xA0, 0xBF);
    if (lead == 0xED) return is_between(second, 0x80, 0x9F);
    if (lead == 0xF0) return is_between(second, 0x90, 0xBF);
    if (lead == 0xF4) return is_between(second, 0x80, 0x8F);
    return is_between(second, 0x80, 0xBF);
}

/// The length of the UTF-8 sequence at `at`; 0 where there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const std::uint8_t lead = byte_at(text, at);
    const std::size_t length = length_after(lead);
    if (length > 1 && !may_follow(lead, byte_at(text, at + 1))) return 0;
    for (std::size_t next = 2; next < length; ++next) {
        if (!is_between(byte_at(text, at + next), 0x80, 0xBF)) return 0;
    }
    return length;
}

/// U+0085, U+2028 and U+2029 end a line in YAML 1.1, as kubectl reads it, and nowhere else.
bool is_foreign_line_end(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at, 3);
    return rest.starts_with("\xC2\x85") || rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9";
}

bool is_control(std::uint8_t byte) {
    return byte == 0x7F || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
}

/// Looks at all of it even where the answer is known: so the compiler takes many at once.
bool has_only_common_letters(std::string_view text) {
    unsigned others = 0;
    for (const char c : text)
        others |= static_cast<unsigned>((c < ' ' && c != '\n') || c > '~');
    return others == 0;
}

/// Of the character at `at`, as far as it may stand there.
std::size_t checked_length(std::string_view text, std::size_t at) {
    const std::uint8_t byte = byte_at(text, at);
    if (is_control(byte)) {
        throw Refusal{
            at,
            format(
                "a control character (byte 0x{:02X}); remove it, or write it as an escape in "
                "double quotes: \"\\x{:02X}\"",
                byte,
                byte
            )};
    }
    if (byte == '\r' && byte_at(text, at + 1) != '\n') {
        throw Refusal{
            at, "a carriage return that ends no line; save the text with plain line ends"};
    }
    const std::size_t length = sequence_length(text, at);
    if (length == 0) {
        throw Refusal{at, format("byte 0x{:02X} is not UTF-8; save the text as UTF-8", byte)};
    }
    if (length > 1 && is_foreign_line_end(text, at)) {
        throw Refusal{
            at,
            "a line or paragraph separator (U+0085, U+2028 or U+2029), which ends a line to "
            "kubectl; remove it, or write it as an escape in double quotes: \"\\u2028\""};
    }
    return length;
}

bool is_directive_line(std::string_view line) {
    return trimmed(line) == "%YAML 1.1" || line.starts_with("%TAG ");
}

/// Where lines begin with % and are no directive in front of the document. kubectl knows YAML 1.1
/// and no other.
std::vector<std::size_t> percent_lines(std::string_view text) {
    std::vector<std::size_t> lines;
    bool is_in_front = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const bool is_directive = is_in_front && is_directive_line(line);
        if (line.starts_with('%') && !is_directive) lines.push_back(at);
        is_in_front = is_in_front && (is_directive || trimmed(line).empty() || line[0] == '#');
        at = end + 1;
    }
    return lines;
}

}  // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text, 0);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

Letters check_characters(std::string_view text) {
    if (has_only_common_letters(text)) return Letters::Ascii;
    Letters letters = Letters::Ascii;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length =
            is_between(byte_at(text, at), ' ', '~') ? 1 : checked_length(text, at);
        if (length > 1) letters = Letters::Any;
        at += length;
    }
    return letters;
}

void check_brackets(std::string_view text) {
    constexpr int most = 1'000;
    int open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '[' || c == '{') ++open;
        if (c == ']' || c == '}') --open;
        if (c == '\n' || open < 0) open = 0;
        if (open > most) {
            throw Refusal{
                at,
                format("more than {} brackets are opened in one line; break the line", most),
                ErrorKind::TooLarge};
        }
    }
}

QuoteGuard::QuoteGuard(std::string_view text)
    : text_(text), last_scalar_(text.size()), percent_lines_(percent_lines(text)) {}

void QuoteGuard::pass(std::size_t scalar_begin) {
    last_scalar_ = scalar_begin;
    if (next_percent_line_ == percent_lines_.size()) return;
    check_percent_lines(scalar_begin);
    const auto after = std::lower_bound(
        percent_lines_.begin(), percent_lines_.end(), quoted_end(text_, scalar_begin)
    );
    next_percent_line_ = static_cast<std::size_t>(after - percent_lines_.begin());
}

void QuoteGuard::check_end() const {
    // A quote that is never closed swallows all that follows, so it can only be the last scalar.
    quoted_end(text_, last_scalar_);
    check_percent_lines(text_.size());
}

void QuoteGuard::check_percent_lines(std::size_t end) const {
    if (next_percent_line_ == percent_lines_.size()) return;
    const std::size_t line = percent_lines_[next_percent_line_];
    if (line >= end) return;
    if (text_.substr(line).starts_with("%YAML ")) {
        throw Refusal{line, "kubectl reads YAML 1.1 and no other version; remove this line"};
    }
    throw Refusal{line, "a line cannot begin with %; quote the text"};
}

}  // namespace slipway::manifest
