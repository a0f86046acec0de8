/// Reading fields that a person wrote: every answer is checked, every error names the field.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace slipway {

/// An object of the spec, and how messages call it: "spec.retry", "spec.sources[2]".
struct SpecPart {
    const nlohmann::json* values;
    std::string path;

    std::string at(std::string_view key) const { return path + "." + std::string(key); }
};

/// The values a field may have, and what each means.
template <class Enum, std::size_t count>
using Choices = std::array<std::pair<std::string_view, Enum>, count>;

/// "spec.retry.limit must ...", as InvalidSpec.
Error invalid(const std::string& place, std::string_view complaint);

/// Refuses fields other than `known`.
Result<void> only(const SpecPart& part, std::initializer_list<std::string_view> known);

bool has(const SpecPart& part, const char* key);
/// An absent field is "", an empty object or an empty list. So is null, as for the API server.
Result<std::string> read_text(const SpecPart& part, const char* key);
Result<std::vector<std::string>> read_texts(const SpecPart& part, const char* key);
Result<SpecPart> read_part(const SpecPart& part, const char* key);
Result<std::vector<SpecPart>> read_parts(const SpecPart& part, const char* key);

Result<bool> read_flag(const SpecPart& part, const char* key, bool fallback);
/// From 0 to `largest`.
Result<int> read_count(const SpecPart& part, const char* key, int fallback, int largest);
/// Longer than nothing.
Result<Duration> read_duration(const SpecPart& part, const char* key, Duration fallback);

/// "spec.wait is \"Some\"; it must be All or Annotated".
Error no_such_choice(
    const std::string& place, const std::string& seen, const std::vector<std::string>& choices
);

template <class Enum, std::size_t count>
Result<Enum> read_choice(
    const SpecPart& part, const char* key, const Choices<Enum, count>& choices, Enum fallback
) {
    const std::string text = TRY(read_text(part, key));
    if (!has(part, key)) return fallback;
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
        if (word == text) return value;
        words.emplace_back(word);
    }
    return no_such_choice(part.at(key), text, words);
}

}  // namespace slipway
