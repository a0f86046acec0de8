/// Two JSON scalars compared as Go's templates do, which is what JSONPath filters use. Of this room
/// only.
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/condition/template.hpp"

namespace slipway::condition::detail {

/// "a number", "text", "a list": how messages call a value's kind.
std::string_view kind_of(const nlohmann::json& value);

/// A number that Go holds as float64: with a fraction or an exponent, or beyond int64.
bool is_float(const nlohmann::json& value);

/// Values of different kinds, also an integer and a fraction, cannot be compared: an error, as in
/// Go.
Result<bool> compare(const nlohmann::json& left, Operator is, const nlohmann::json& right);

/// How two numbers or two texts are ordered, 1 and 1.0 being equal; nothing for other kinds.
std::optional<std::partial_ordering> order_of(
    const nlohmann::json& left, const nlohmann::json& right
);

/// Whether `order` is what `is` asks for; Exists always.
bool satisfies(std::partial_ordering order, Operator is);

}  // namespace slipway::condition::detail
