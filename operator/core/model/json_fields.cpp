#include "core/model/json_fields.hpp"

#include <limits>

#include <nlohmann/json.hpp>

namespace slipway::fields {

using nlohmann::json;

const json* find(const json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string text(const json& object, const char* key) {
    const json* value = find(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string{};
}

std::int64_t integer(const json& object, const char* key) {
    const json* value = find(object, key);
    return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : 0;
}

int number(const json& object, const char* key) {
    using Limits = std::numeric_limits<int>;
    const std::int64_t value = integer(object, key);
    return value < Limits::min() || value > Limits::max() ? 0 : static_cast<int>(value);
}

bool flag(const json& object, const char* key) {
    const json* value = find(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<Time> time(const json& object, const char* key) {
    const auto parsed = parse_time(text(object, key));
    return parsed ? std::optional(*parsed) : std::nullopt;
}

std::vector<std::string> texts(const json& object, const char* key) {
    std::vector<std::string> all;
    const json* list = find(object, key);
    if (list == nullptr || !list->is_array()) return all;
    for (const json& entry : *list) {
        if (entry.is_string()) all.push_back(entry.get<std::string>());
    }
    return all;
}

void put_text(json& object, const char* key, std::string_view value) {
    if (!value.empty()) object[key] = value;
}

void put_flag(json& object, const char* key, bool value) {
    if (value) object[key] = true;
}

void put_time(json& object, const char* key, const std::optional<Time>& value) {
    if (value) object[key] = to_text(*value);
}

void put_exact_time(json& object, const char* key, const std::optional<Time>& value) {
    if (value) object[key] = to_micro_text(*value);
}

}  // namespace slipway::fields
