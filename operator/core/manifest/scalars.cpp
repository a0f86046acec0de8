#include "core/manifest/scalars.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/base64.hpp"
#include "core/manifest/guards.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

template <std::size_t count>
bool is_one_of(std::string_view text, const std::array<std::string_view, count>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

double beyond_json_value(std::string_view text) {
    using limits = std::numeric_limits<double>;
    if (text[1] == 'n' || text[1] == 'N') return limits::quiet_NaN();
    return text.starts_with('-') ? -limits::infinity() : limits::infinity();
}

std::optional<json> word_value(std::string_view text) {
    constexpr std::array<std::string_view, 5> nothing{"", "~", "null", "Null", "NULL"};
    constexpr std::array<std::string_view, 11> yes{
        "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
    constexpr std::array<std::string_view, 11> no{
        "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
    constexpr std::array<std::string_view, 12> beyond_json{
        ".nan",
        ".NaN",
        ".NAN",
        ".inf",
        ".Inf",
        ".INF",
        "+.inf",
        "+.Inf",
        "+.INF",
        "-.inf",
        "-.Inf",
        "-.INF"};
    constexpr std::string_view starts = "~nNyYtTfFoO.+-";
    if (text.size() > 5) return std::nullopt;
    if (!text.empty() && starts.find(text[0]) == starts.npos) return std::nullopt;
    if (is_one_of(text, nothing)) return json(nullptr);
    if (is_one_of(text, yes)) return json(true);
    if (is_one_of(text, no)) return json(false);
    if (is_one_of(text, beyond_json)) return json(beyond_json_value(text));
    return std::nullopt;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_sign(char c) { return c == '+' || c == '-'; }

/// Takes the base off `digits`, as Go's strconv.ParseInt with base 0 reads it: 0x, 0b, 0o, and a
/// leading 0 for octal.
int take_base(std::string_view& digits) {
    if (digits.size() < 2 || digits[0] != '0') return 10;
    const char letter = digits[1];
    const bool has_letter = !is_digit(letter);
    digits.remove_prefix(has_letter ? 2 : 1);
    if (!has_letter || letter == 'o' || letter == 'O') return 8;
    if (letter == 'x' || letter == 'X') return 16;
    if (letter == 'b' || letter == 'B') return 2;
    digits = {};
    return 10;
}

std::optional<json> integer_value(std::string_view text) {
    const bool negative = text.starts_with('-');
    const bool is_signed = negative || text.starts_with('+');
    if (is_signed) text.remove_prefix(1);
    const int base = take_base(text);
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, base);
    if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;

    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    if (negative) {
        if (value > largest + 1) return std::nullopt;
        return json(static_cast<std::int64_t>(0 - value));
    }
    if (value <= largest) return json(static_cast<std::int64_t>(value));
    if (is_signed) return std::nullopt;
    return json(value);
}

bool take_one_of(std::string_view& text, std::string_view characters) {
    const bool is_there = !text.empty() && characters.find(text[0]) != characters.npos;
    if (is_there) text.remove_prefix(1);
    return is_there;
}

bool take_digits(std::string_view& text) {
    const bool is_there = take_one_of(text, "0123456789");
    while (take_one_of(text, "0123456789")) {
    }
    return is_there;
}

/// yaml.v2's `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`.
bool has_form_of_float(std::string_view text) {
    take_one_of(text, "+-");
    const bool has_whole = take_digits(text);
    const bool has_fraction = take_one_of(text, ".") && take_digits(text);
    if (!has_whole && !has_fraction) return false;
    if (take_one_of(text, "eE")) {
        take_one_of(text, "+-");
        if (!take_digits(text)) return false;
    }
    return text.empty();
}

std::optional<json> float_value(std::string_view text) {
    if (!has_form_of_float(text)) return std::nullopt;
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc::result_out_of_range) {
        // As strconv.ParseFloat: what is too small is 0, what is too large is no number.
        const bool is_tiny = text.find('-', 1) != text.npos;
        return is_tiny ? std::optional(json(0)) : std::nullopt;
    }
    return json(value);
}

std::optional<json> number_value(std::string_view text) {
    if (text.starts_with('.')) return float_value(text);
    if (!is_digit(text[0]) && !is_sign(text[0])) return std::nullopt;
    std::string digits(text);
    std::erase(digits, '_');
    if (auto integer = integer_value(digits)) return integer;
    return float_value(digits);
}

std::optional<json> binary_value(std::string_view text) {
    std::string packed(text);
    std::erase_if(packed, [](char c) { return c == '\n' || c == '\r'; });
    auto bytes = base64_decoded(packed);
    if (!bytes || !is_utf8(*bytes)) return std::nullopt;
    return json(*std::move(bytes));
}

/// As Go writes a whole float below 1e21: the shortest digits that mean it, and noughts behind
/// them. As it is where that fits no integer.
json written_out(double number) {
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific
    );
    const std::string_view text(buffer.data(), written.ptr);
    const std::size_t mantissa = text.find('e');
    std::size_t exponent = 0;
    std::from_chars(text.data() + mantissa + 2, written.ptr, exponent);
    if (exponent > 19) return number;
    std::string digits(text.substr(0, mantissa));
    std::erase(digits, '.');
    digits.resize(exponent + (digits.starts_with('-') ? 2 : 1), '0');
    return integer_value(digits).value_or(number);
}

/// sigs.k8s.io/yaml knows no key beyond an int64.
std::optional<std::string> integer_key(const json& value) {
    constexpr auto largest = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > largest) return std::nullopt;
    return value.dump();
}

}  // namespace

std::optional<json> value_beside_text(std::string_view text) {
    if (auto word = word_value(text)) return word;
    return number_value(text);
}

std::optional<json> tagged_value(std::string_view name, std::string_view text) {
    if (name == "binary") return binary_value(text);
    const json value = value_beside_text(text).value_or(json(std::string(text)));
    const auto if_it = [&](bool fits) { return fits ? std::optional(value) : std::nullopt; };
    if (name == "int") return if_it(value.is_number_integer());
    if (name == "float") return if_it(value.is_number());
    if (name == "bool") return if_it(value.is_boolean());
    if (name == "null") return if_it(value.is_null());
    return json(std::string(text));
}

json json_number(json&& value) {
    if (!value.is_number_float()) return std::move(value);
    const auto number = value.get<double>();
    return number == std::trunc(number) ? written_out(number) : value;
}

std::optional<std::string> key_text(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (value.is_number_integer()) return integer_key(value);
    if (!value.is_number_float()) return std::nullopt;
    // sigs.k8s.io/yaml writes float keys with 32 bits: strconv.FormatFloat(key, 'g', -1, 32).
    const auto number = static_cast<float>(value.get<double>());
    if (std::isnan(number)) return ".nan";
    if (std::isinf(number)) return number < 0 ? "-.inf" : ".inf";
    std::array<char, 32> text{};
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general);
    return std::string(text.data(), written.ptr);
}

}  // namespace slipway::manifest
