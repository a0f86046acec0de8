#include "core/condition/action_parser.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/text.hpp"
#include "core/condition/quotes.hpp"

namespace slipway::condition::detail {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Letters beyond ASCII count as letters.
bool starts_a_word(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || c == '_' || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// As Go's strconv.ParseFloat reads digits and dots.
std::optional<double> parse_float(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

/// One character of UTF-8 text, whole.
std::string_view character_at(std::string_view text, std::size_t at) {
    std::size_t length = 1;
    while (at + length < text.size() &&
           (static_cast<unsigned char>(text[at + length]) & 0xC0U) == 0x80U) {
        ++length;
    }
    return text.substr(at, length);
}

}  // namespace

Error wrong_expression(std::string_view text, std::size_t at, const std::string& what) {
    const auto before = text.substr(0, at);
    const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    });
    return {
        ErrorKind::InvalidExpression,
        format(
            "the JSONPath {} is wrong at character {}: {}",
            shortened(text, 200),
            characters + 1,
            what
        )};
}

Error ActionParser::wrong(std::size_t at, const std::string& what) const {
    return wrong_expression(text_, at, what);
}

Error ActionParser::unclosed(Until until) const {
    switch (until) {
        case Until::Brace: return wrong(end_, "the brace is not closed; write }");
        case Until::FilterSide:
            return wrong(end_, "the filter is not closed; write it like [?(@.type==\"Ready\")]");
        case Until::EndOfText: break;
    }
    return wrong(end_, "it ends too early");
}

bool ActionParser::is_next(std::string_view prefix) const {
    return text_.substr(position_, end_ - position_).starts_with(prefix);
}

bool ActionParser::is_at(Until until) const {
    if (position_ >= end_) return until == Until::EndOfText;
    switch (until) {
        case Until::Brace: return text_[position_] == '}';
        case Until::FilterSide:
            return std::string_view("!<>=)").find(text_[position_]) != std::string_view::npos;
        case Until::EndOfText: break;
    }
    return false;
}

bool ActionParser::takes(std::string_view word) {
    std::size_t at = position_;
    while (at < end_ && is_blank(text_[at]))
        ++at;
    const auto here = text_.substr(at, end_ - at);
    if (!here.starts_with(word)) return false;
    ActionParser behind(text_, at + word.size(), end_, depth_);
    if (!behind.ends_a_name(Until::EndOfText)) return false;
    position_ = behind.position();
    return true;
}

Result<Steps> ActionParser::steps(Until until) { return more_steps({}, until); }

Result<Steps> ActionParser::steps_after_dot(Until until) {
    Steps steps;
    TRY(field(steps, until));
    return more_steps(std::move(steps), until);
}

Result<Steps> ActionParser::more_steps(Steps steps, Until until) {
    while (!is_at(until)) {
        if (position_ >= end_) return unclosed(until);
        TRY(step(steps, until));
    }
    return steps;
}

Result<void> ActionParser::step(Steps& steps, Until until) {
    const char c = text_[position_];
    // "@" and "$" both name the current value: client-go knows no root inside filters and ranges.
    if (is_blank(c) || c == '@' || c == '$') {
        ++position_;
        return {};
    }
    if (is_next("..")) return descent(steps, until);
    if (c == '[') return brackets(steps);
    if (is_quote(c)) return quoted(steps);
    if (c == '+' || c == '-' || is_digit(c)) return number(steps);
    if (starts_a_word(c)) return word(steps, until);
    if (c == '.') {
        ++position_;
        return field(steps, until);
    }
    if (c == '\n' || c == '\r') return wrong(position_, "the line ends inside the expression");
    if (c == '&' || c == '|') {
        return wrong(position_, "a filter holds one comparison; && and || are not known here");
    }
    return wrong(
        position_,
        format(
            "\"{}\" cannot stand here; a path is written like .a.b[0]",
            character_at(text_, position_)
        )
    );
}

bool ActionParser::ends_a_name(Until until) const {
    if (position_ >= end_ || is_at(until)) return true;
    return std::string_view(" \t\r\n.,[]$@{}").find(text_[position_]) != std::string_view::npos;
}

/// Up to what ends a name; a backslash takes the next character in and is itself dropped.
std::string ActionParser::name(Until until) {
    std::string key;
    while (!ends_a_name(until)) {
        if (text_[position_] == '\\') ++position_;
        if (position_ < end_ && text_[position_] != '\\') key += text_[position_];
        ++position_;
    }
    position_ = std::min(position_, end_);
    return key;
}

Result<void> ActionParser::field(Steps& steps, Until until) {
    const std::size_t start = position_;
    std::string key = name(until);
    if (key.empty()) {
        return wrong(start, "a name is missing after the dot; the object itself is written @");
    }
    if (key == "*") {
        steps.push_back({Wildcard{}});
    } else {
        steps.push_back({Field{std::move(key)}});
    }
    return {};
}

Result<void> ActionParser::descent(Steps& steps, Until until) {
    if (!steps.empty() && std::holds_alternative<Descent>(steps.back().is)) {
        return wrong(position_, "two \"..\" follow each other; one looks everywhere already");
    }
    position_ += 2;
    steps.push_back({Descent{}});
    if (position_ < end_ && starts_a_word(text_[position_])) return field(steps, until);
    return {};
}

Result<void> ActionParser::number(Steps& steps) {
    const std::size_t start = position_++;
    while (position_ < end_ && (is_digit(text_[position_]) || text_[position_] == '.'))
        ++position_;
    const auto digits = text_.substr(start, position_ - start);
    if (const auto whole = parse_integer(digits)) {
        steps.push_back({Literal{*whole}});
    } else if (const auto real = parse_float(digits)) {
        steps.push_back({Literal{*real}});
    } else {
        return wrong(start, format("\"{}\" is no number", digits));
    }
    return {};
}

Result<void> ActionParser::quoted(Steps& steps) {
    const auto here = text_.substr(0, end_);
    const std::size_t start = position_;
    const std::size_t close = closing_quote(here, start);
    if (close == std::string_view::npos ||
        here.substr(start, close - start).find('\n') != here.npos) {
        return wrong(start, "the quote is not closed");
    }
    position_ = close + 1;
    auto plain = unquoted(here.substr(start, position_ - start));
    if (!plain) return wrong(start, plain.error().message);
    steps.push_back({Literal{std::move(*plain)}});
    return {};
}

Result<void> ActionParser::word(Steps& steps, Until until) {
    const std::size_t start = position_;
    const std::string seen = name(until);
    if (seen == "true" || seen == "false") {
        steps.push_back({Literal{seen == "true"}});
        return {};
    }
    if (seen == "range" || seen == "end") {
        return wrong(
            start, format("\"{}\" stands alone or first in its braces: {{{}}}", seen, seen)
        );
    }
    return wrong(
        start,
        format("\"{0}\" is not known here; a field starts with a dot (.{0}), text is quoted", seen)
    );
}

}  // namespace slipway::condition::detail
