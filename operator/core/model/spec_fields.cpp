#include "core/model/spec_fields.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway {
namespace {

using nlohmann::json;

const json* value_of(const SpecPart& part, const char* key) {
    const auto found = part.values->find(key);
    return found == part.values->end() || found->is_null() ? nullptr : &*found;
}

/// Values are not repeated: a text in the wrong place may be a secret.
Error not_a(std::string_view wanted, const std::string& place, const json& seen) {
    return invalid(
        place,
        format(
            "must be {}, not {} {}",
            wanted,
            seen.is_object() || seen.is_array() ? "an" : "a",
            seen.type_name()
        )
    );
}

}  // namespace

Error invalid(const std::string& place, std::string_view complaint) {
    return {ErrorKind::InvalidSpec, format("{} {}", place, complaint)};
}

Result<void> only(const SpecPart& part, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : part.values->items()) {
        if (value.is_null()) continue;
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        return invalid(part.at(key), "is not honoured by this version of Slipway; remove it");
    }
    return {};
}

bool has(const SpecPart& part, const char* key) { return value_of(part, key) != nullptr; }

Result<std::string> read_text(const SpecPart& part, const char* key) {
    const json* value = value_of(part, key);
    if (value == nullptr) return std::string{};
    if (!value->is_string()) return not_a("a text", part.at(key), *value);
    return value->get<std::string>();
}

Result<std::vector<std::string>> read_texts(const SpecPart& part, const char* key) {
    std::vector<std::string> texts;
    const json* list = value_of(part, key);
    if (list == nullptr) return texts;
    if (!list->is_array()) return not_a("a list", part.at(key), *list);
    for (const json& entry : *list) {
        const std::string place = format("{}[{}]", part.at(key), texts.size());
        if (!entry.is_string()) return not_a("a text", place, entry);
        texts.push_back(entry.get<std::string>());
    }
    return texts;
}

Result<SpecPart> read_part(const SpecPart& part, const char* key) {
    static const json nothing = json::object();
    const json* value = value_of(part, key);
    if (value == nullptr) return SpecPart{&nothing, part.at(key)};
    if (!value->is_object()) return not_a("an object", part.at(key), *value);
    return SpecPart{value, part.at(key)};
}

Result<std::vector<SpecPart>> read_parts(const SpecPart& part, const char* key) {
    std::vector<SpecPart> parts;
    const json* list = value_of(part, key);
    if (list == nullptr) return parts;
    if (!list->is_array()) return not_a("a list", part.at(key), *list);
    for (const json& entry : *list) {
        std::string place = format("{}[{}]", part.at(key), parts.size());
        if (!entry.is_object()) return not_a("an object", place, entry);
        parts.push_back({&entry, std::move(place)});
    }
    return parts;
}

Result<bool> read_flag(const SpecPart& part, const char* key, bool fallback) {
    const json* value = value_of(part, key);
    if (value == nullptr) return fallback;
    if (!value->is_boolean()) return not_a("true or false", part.at(key), *value);
    return value->get<bool>();
}

Result<int> read_count(const SpecPart& part, const char* key, int fallback, int largest) {
    const json* value = value_of(part, key);
    if (value == nullptr) return fallback;
    if (!value->is_number_integer()) return not_a("a whole number", part.at(key), *value);
    const auto number = value->get<std::int64_t>();
    if (number >= 0 && number <= largest) return static_cast<int>(number);
    return invalid(part.at(key), format("is {}; it must be from 0 to {}", number, largest));
}

Result<Duration> read_duration(const SpecPart& part, const char* key, Duration fallback) {
    const std::string text = TRY(read_text(part, key));
    if (!has(part, key)) return fallback;
    const auto duration = parse_duration(text);
    if (!duration) return in_context(part.at(key), duration.error());
    if (duration->count() > 0) return *duration;
    return invalid(part.at(key), format("is {}; it must be longer than nothing", text));
}

Error no_such_choice(
    const std::string& place, const std::string& seen, const std::vector<std::string>& choices
) {
    return invalid(place, format("is \"{}\"; it must be {}", seen, join(choices, " or ")));
}

}  // namespace slipway
