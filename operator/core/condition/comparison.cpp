#include "core/condition/comparison.hpp"

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::condition::detail {
namespace {

using nlohmann::json;

bool have_one_kind(const json& left, const json& right) {
    if (left.is_number() && right.is_number()) return is_float(left) == is_float(right);
    return (left.is_string() && right.is_string()) || (left.is_boolean() && right.is_boolean());
}

bool only_asks_for_equality(Operator is) {
    return is == Operator::Equal || is == Operator::NotEqual;
}

}  // namespace

bool is_float(const json& value) {
    return value.is_number_float() ||
           (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
}

std::string_view kind_of(const json& value) {
    if (value.is_object()) return "a map";
    if (value.is_array()) return "a list";
    if (value.is_string()) return "text";
    if (value.is_boolean()) return "a bool";
    if (value.is_null()) return "null";
    if (is_float(value)) return "a number with a fraction";
    return "an integer";
}

std::optional<std::partial_ordering> order_of(const json& left, const json& right) {
    if (left.is_string() && right.is_string()) {
        return left.get_ref<const std::string&>() <=> right.get_ref<const std::string&>();
    }
    if (!left.is_number() || !right.is_number()) return std::nullopt;
    if (!is_float(left) && !is_float(right)) {
        return left.get<std::int64_t>() <=> right.get<std::int64_t>();
    }
    return left.get<double>() <=> right.get<double>();
}

bool satisfies(std::partial_ordering order, Operator is) {
    switch (is) {
        case Operator::Exists: return true;
        case Operator::Equal: return std::is_eq(order);
        case Operator::NotEqual: return std::is_neq(order);
        case Operator::Less: return std::is_lt(order);
        case Operator::LessOrEqual: return std::is_lteq(order);
        case Operator::Greater: return std::is_gt(order);
        case Operator::GreaterOrEqual: return std::is_gteq(order);
    }
    return false;
}

Result<bool> compare(const json& left, Operator is, const json& right) {
    const bool bools = left.is_boolean() && right.is_boolean();
    if (!have_one_kind(left, right) || (bools && !only_asks_for_equality(is))) {
        return Error{
            ErrorKind::InvalidExpression,
            format("{} cannot be compared with {}", kind_of(left), kind_of(right))};
    }
    if (bools) return (left == right) == (is == Operator::Equal);
    return satisfies(*order_of(left, right), is);
}

}  // namespace slipway::condition::detail
