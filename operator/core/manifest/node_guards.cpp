#include "core/manifest/node_guards.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/manifest/refusal.hpp"

namespace slipway::manifest {
namespace {

constexpr std::string_view blanks = " \t\r\n";

char char_at(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// What yaml.v2 takes in a tag, but for the flow indicators. A verbatim one,
/// !<tag:yaml.org,2002:str>, may hold a comma.
bool is_tag(std::string_view tag) {
    constexpr std::string_view signs = "!-_.:/;?@&=+$~*'()%";
    const bool is_verbatim = tag.starts_with("!<") && tag.ends_with('>');
    if (is_verbatim) tag = tag.substr(2, tag.size() - 3);
    return std::all_of(tag.begin(), tag.end(), [&](char c) {
        const bool is_plain = is_letter_or_digit(c) || signs.find(c) != signs.npos;
        return is_plain || (is_verbatim && c == ',');
    });
}

}  // namespace

std::size_t quoted_end(std::string_view text, std::size_t begin) {
    const char quote = begin < text.size() ? text[begin] : '\0';
    if (quote != '"' && quote != '\'') return begin;
    for (std::size_t at = begin + 1; at < text.size(); ++at) {
        const bool doubled = quote == '\'' && text[at] == quote && char_at(text, at + 1) == '\'';
        const bool escaped = quote == '"' && text[at] == '\\';
        if (doubled || escaped) {
            ++at;
        } else if (text[at] == quote) {
            return at + 1;
        }
    }
    throw Refusal{begin, format("this quote is never closed; close it with {}", quote)};
}

std::size_t scalar_begin(std::string_view text, std::size_t at) {
    for (;;) {
        at = text.find_first_not_of(blanks, at);
        if (at == text.npos) return text.size();
        if (text[at] == '#') {
            at = text.find('\n', at);
        } else if (text[at] == '&' || text[at] == '!') {
            at = text.find_first_of(blanks, at);
        } else {
            return at;
        }
        if (at == text.npos) return text.size();
    }
}

std::size_t scalar_end(std::string_view text, std::size_t begin, std::size_t length) {
    const std::size_t end = quoted_end(text, begin);
    return end == begin ? begin + length : end;
}

void check_colon(std::string_view text, std::size_t begin, std::size_t end) {
    const std::size_t before = text.substr(0, begin).find_last_not_of(blanks);
    const bool is_explicit = before != text.npos && text[before] == '?';
    const std::size_t next = text.find_first_not_of(" \t", end);
    if (is_explicit || (next != text.npos && text[next] == ':')) return;
    throw Refusal{
        begin, "a key without a colon; write it as \"key: value\", or indent it if it goes on"};
}

void check_indent(std::string_view text, std::size_t key, std::size_t value) {
    const std::size_t line = text.substr(0, value).rfind('\n') + 1;
    const std::size_t key_line = text.substr(0, key).rfind('\n') + 1;
    if (line == key_line || value - line > key - key_line) return;
    throw Refusal{value, "this stands no further right than its key; indent it"};
}

void check_dash(std::string_view text, std::size_t at) {
    const std::size_t dash = text.substr(0, at).find_last_not_of(blanks);
    if (dash == text.npos || text[dash] != '-') return;
    const std::size_t tab = text.substr(0, at).find('\t', dash);
    if (tab != text.npos) throw Refusal{tab, "a tab behind the dash of a list; use spaces"};
}

void check_anchor_name(std::string_view text, std::size_t at) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n,[]{}", at), text.size());
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
        return is_letter_or_digit(c) || c == '-' || c == '_';
    });
    if (is_plain && !name.empty()) return;
    throw Refusal{
        at,
        "the name of an anchor or alias has letters, digits, - and _ only; quote a text that "
        "begins with & or *"};
}

void check_tags(std::string_view text, std::size_t at) {
    while (char_at(text, at) == '&' || char_at(text, at) == '!') {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        if (text[at] == '&') check_anchor_name(text, at);
        if (text[at] == '!' && !is_tag(text.substr(at, end - at))) {
            throw Refusal{
                at,
                "a tag that runs into a sign which it cannot hold; quote a text that begins with "
                "!, and put a blank behind a tag"};
        }
        at = std::min(text.find_first_not_of(blanks, end), text.size());
    }
}

}  // namespace slipway::manifest
