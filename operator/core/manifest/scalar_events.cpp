#include "core/manifest/scalar_events.hpp"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/scalars.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

constexpr std::string_view core_tag = "tag:yaml.org,2002:";

/// Nothing where it is text, as nearly all keys are.
std::optional<json> beside_text(const Scalar& scalar) {
    if (scalar.tag.empty() && scalar.is_plain) return value_beside_text(scalar.text);
    if (!scalar.tag.starts_with(core_tag)) return std::nullopt;
    const std::string_view name = scalar.tag.substr(core_tag.size());
    auto value = tagged_value(name, scalar.text);
    if (!value) {
        throw Refusal{
            scalar.origin.offset,
            format("this is tagged !!{0} and is no {0}; correct one or the other", name)};
    }
    return value;
}

/// yaml.v2's rule.
bool is_merge_key(const Scalar& scalar) {
    return scalar.text == "<<" &&
           (scalar.tag.empty() ? scalar.is_plain : scalar.tag == "tag:yaml.org,2002:merge");
}

}  // namespace

void put_scalar(TreeBuilder& builder, Scalar scalar) {
    const bool is_key = builder.expects_key();
    if (is_key && is_merge_key(scalar)) return builder.merge_key();
    auto special = beside_text(scalar);
    if (is_key && !special && scalar.origin.anchor == 0)
        return builder.key(std::string(scalar.text), scalar.origin.offset);
    json value = special ? *std::move(special) : json(std::string(scalar.text));
    const bool is_finite = !value.is_number_float() || std::isfinite(value.get<double>());
    if (!is_finite && !is_key) {
        throw Refusal{
            scalar.origin.offset,
            "JSON has no infinity and no NaN; quote it if it is meant as text"};
    }
    scalar.origin.text = scalar.text;
    builder.scalar(std::move(value), scalar.origin);
}

}  // namespace slipway::manifest
