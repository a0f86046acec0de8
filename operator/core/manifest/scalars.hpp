/// What a YAML scalar means, exactly as kubectl takes it: sigs.k8s.io/yaml, which resolves as
/// gopkg.in/yaml.v2 (YAML 1.1) and then writes JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace slipway::manifest {

/// The value of a plain scalar that is no text: null, a bool, an integer, or a float (possibly
/// infinite or no number at all, which JSON cannot say).
std::optional<nlohmann::json> value_beside_text(std::string_view text);

/// The value under a tag of YAML's own, `name` being "int" of !!int; nothing where the text is
/// none. Under other tags a scalar is text.
std::optional<nlohmann::json> tagged_value(std::string_view name, std::string_view text);

/// A number as Go's JSON writes it: integral floats below 2^63 as integers, because the API server
/// refuses 1000.0 where it wants an int32. Other values as they are.
nlohmann::json json_number(nlohmann::json&& value);

/// A key as sigs.k8s.io/yaml makes text of it; nothing for null, maps, lists, and integers beyond
/// 64 bits with a sign.
std::optional<std::string> key_text(const nlohmann::json& value);

}  // namespace slipway::manifest
