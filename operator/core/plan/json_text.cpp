#include "core/plan/json_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace slipway::plan {
namespace {

using nlohmann::json;

/// By a character's byte: it stands in JSON as it is.
constexpr auto plain = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = ' '; byte <= '~'; ++byte)
        table[byte] = byte != '"' && byte != '\\';
    return table;
}();

bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return plain[static_cast<unsigned char>(c)]; });
}

void write_text(std::string& out, const std::string& text) {
    if (!is_plain(text)) {
        out += json(text).dump(-1, ' ', false, json::error_handler_t::replace);
        return;
    }
    out += '"';
    out += text;
    out += '"';
}

void write(std::string& out, const json& value) {
    const char* between = "";
    if (value.is_object()) {
        out += '{';
        for (const auto& [key, member] : value.get_ref<const json::object_t&>()) {
            out += between;
            write_text(out, key);
            out += ':';
            write(out, member);
            between = ",";
        }
        out += '}';
    } else if (value.is_array()) {
        out += '[';
        for (const json& element : value) {
            out += between;
            write(out, element);
            between = ",";
        }
        out += ']';
    } else if (value.is_string()) {
        write_text(out, value.get_ref<const std::string&>());
    } else {
        out += value.dump();
    }
}

}  // namespace

std::string json_text(const json& value) {
    constexpr std::size_t usual_object = 4096;
    std::string out;
    out.reserve(usual_object);
    write(out, value);
    return out;
}

}  // namespace slipway::plan
