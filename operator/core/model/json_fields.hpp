/// Reading and writing JSON objects field by field, for what Slipway itself wrote.
///
/// Reading never fails: what is missing or of another type is the fallback. Writing leaves out what
/// holds nothing (an empty text, no time), so that documents stay small and old ones stay readable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/time.hpp"

namespace slipway::fields {

/// The value under `key`; nullptr where there is none or `object` is no object.
const nlohmann::json* find(const nlohmann::json& object, const char* key);

std::string text(const nlohmann::json& object, const char* key);
std::int64_t integer(const nlohmann::json& object, const char* key);
int number(const nlohmann::json& object, const char* key);
bool flag(const nlohmann::json& object, const char* key);
std::optional<Time> time(const nlohmann::json& object, const char* key);
/// The texts of the list under `key`; entries of another type are left out.
std::vector<std::string> texts(const nlohmann::json& object, const char* key);

void put_text(nlohmann::json& object, const char* key, std::string_view value);
void put_flag(nlohmann::json& object, const char* key, bool value);
/// To the second, as metav1.Time is.
void put_time(nlohmann::json& object, const char* key, const std::optional<Time>& value);
/// With fractions, where time must survive exactly.
void put_exact_time(nlohmann::json& object, const char* key, const std::optional<Time>& value);

}  // namespace slipway::fields
