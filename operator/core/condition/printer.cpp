#include "core/condition/printer.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/comparison.hpp"

namespace slipway::condition::detail {
namespace {

using nlohmann::json;

/// The shortest digits that read back as the same number, and the decimal exponent of the first.
struct Decimal {
    std::string digits;
    int exponent = 0;
};

Decimal decimal(double positive) {
    std::array<char, 40> buffer{};
    const auto end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), positive, std::chars_format::scientific
        )
            .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const auto mark = text.find('e');
    Decimal result;
    for (const char c : text.substr(0, mark)) {
        if (c != '.') result.digits += c;
    }
    result.exponent = static_cast<int>(parse_integer(text.substr(mark + 1)).value_or(0));
    return result;
}

std::string in_exponent_form(const Decimal& number, int exponent_digits) {
    std::string text = number.digits.substr(0, 1);
    if (number.digits.size() > 1) text += "." + number.digits.substr(1);
    const int size = number.exponent < 0 ? -number.exponent : number.exponent;
    return format("{}e{}{:0{}}", text, number.exponent < 0 ? '-' : '+', size, exponent_digits);
}

std::string in_plain_form(const Decimal& number) {
    std::string text = number.digits;
    if (number.exponent < 0) {
        return "0." + std::string(static_cast<std::size_t>(-number.exponent - 1), '0') + text;
    }
    const auto whole = static_cast<std::size_t>(number.exponent) + 1;
    if (text.size() <= whole) return text + std::string(whole - text.size(), '0');
    return text.insert(whole, 1, '.');
}

/// Go's fmt.Print: an exponent below -4 or above 5 is written as one.
std::string as_printed(double value) {
    const std::string sign = std::signbit(value) ? "-" : "";
    const Decimal number = decimal(std::abs(value));
    if (value == 0) return sign + "0";
    const bool plain = number.exponent >= -4 && number.exponent < 6;
    return sign + (plain ? in_plain_form(number) : in_exponent_form(number, 2));
}

/// Go's encoding/json: an exponent below -6 or above 20 is written as one, without leading zeros.
std::string as_json(double value) {
    const std::string sign = std::signbit(value) ? "-" : "";
    const Decimal number = decimal(std::abs(value));
    if (value == 0) return sign + "0";
    const bool plain = number.exponent >= -6 && number.exponent < 21;
    const int digits = number.exponent < 0 ? 1 : 2;
    return sign + (plain ? in_plain_form(number) : in_exponent_form(number, digits));
}

Result<void> check_size(const std::string& text) {
    if (text.size() <= max_printed_bytes) return {};
    return Error{
        ErrorKind::TooLarge,
        "the JSONPath selects too much to be printed; write a more specific path"};
}

void print_quoted(std::string& text, const std::string& plain) {
    constexpr std::string_view named = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    text += '"';
    for (std::size_t at = 0; at < plain.size(); ++at) {
        const char c = plain[at];
        const auto place = named.find(c);
        const std::string_view here = std::string_view(plain).substr(at);
        if (place != std::string_view::npos) {
            text += {'\\', letters[place]};
        } else if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&') {
            text += format("\\u{:04x}", static_cast<unsigned>(c));
        } else if (here.starts_with("\u2028") || here.starts_with("\u2029")) {
            text += here.starts_with("\u2028") ? "\\u2028" : "\\u2029";
            at += 2;
        } else {
            text += c;
        }
    }
    text += '"';
}

class JsonPrinter {
public:
    JsonPrinter(std::string& text, Budget& budget) : text_(text), budget_(budget) {}

    Result<void> print(const json& value, int depth) {
        TRY(budget_.take(1));
        TRY(check_size(text_));
        if (depth > max_depth) return nests_too_deep();
        if (value.is_object()) return print_map(value, depth);
        if (value.is_array()) return print_list(value, depth);
        if (value.is_string()) {
            print_quoted(text_, value.get_ref<const std::string&>());
        } else {
            text_ += is_float(value) ? as_json(value.get<double>()) : value.dump();
        }
        return {};
    }

private:
    Result<void> print_map(const json& map, int depth) {
        char separator = '{';
        for (const auto& [key, value] : map.items()) {
            text_ += separator;
            print_quoted(text_, key);
            text_ += ':';
            TRY(print(value, depth + 1));
            separator = ',';
        }
        text_ += map.empty() ? "{}" : "}";
        return {};
    }

    Result<void> print_list(const json& list, int depth) {
        char separator = '[';
        for (const json& value : list) {
            text_ += separator;
            TRY(print(value, depth + 1));
            separator = ',';
        }
        text_ += list.empty() ? "[]" : "]";
        return {};
    }

    std::string& text_;
    Budget& budget_;
};

}  // namespace

Error nests_too_deep() {
    return {
        ErrorKind::TooLarge,
        format("the JSONPath selects a value that nests deeper than {} levels", max_depth)};
}

Result<void> print_json(std::string& text, const json& value, Budget& budget) {
    return JsonPrinter(text, budget).print(value, 0);
}

Result<void> print_values(std::string& text, const Values& values, Budget& budget) {
    std::string_view separator;
    for (const json* value : values) {
        text += separator;
        separator = " ";
        if (value->is_string()) {
            text += value->get_ref<const std::string&>();
        } else if (is_float(*value)) {
            text += as_printed(value->get<double>());
        } else {
            TRY(print_json(text, *value, budget));
        }
        TRY(check_size(text));
    }
    return {};
}

}  // namespace slipway::condition::detail
