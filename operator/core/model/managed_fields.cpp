#include "core/model/managed_fields.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"

namespace slipway {
namespace {

using fields::find;
using fields::text;
using nlohmann::json;

/// "." says that the map or list itself is owned, which many do without owning what is in it.
bool share_a_field(const json& left, const json& right) {
    if (!left.is_object() || !right.is_object()) return false;
    return std::any_of(left.items().begin(), left.items().end(), [&](const auto& field) {
        const auto other = right.find(field.key());
        if (field.key() == "." || other == right.end()) return false;
        return field.value().empty() || other->empty() || share_a_field(field.value(), *other);
    });
}

bool is_applied_by(const json& entry, std::string_view manager) {
    return text(entry, "manager") == manager && text(entry, "operation") == "Apply" &&
           text(entry, "subresource").empty();
}

bool is_rival(const json& entry, const json& ours) {
    const json* owned = find(entry, "fieldsV1");
    return owned != nullptr && text(entry, "subresource").empty() && share_a_field(*owned, ours);
}

}  // namespace

std::optional<json> entries_without_rivals(const Object& live, std::string_view manager) {
    const json* entries = live.at("/metadata/managedFields");
    if (entries == nullptr || !entries->is_array()) return std::nullopt;
    const auto is_ours = [&](const json& entry) { return is_applied_by(entry, manager); };
    const auto applied = std::find_if(entries->begin(), entries->end(), is_ours);
    const json* ours = applied == entries->end() ? nullptr : find(*applied, "fieldsV1");
    if (ours == nullptr) return std::nullopt;
    json left = json::array();
    std::copy_if(entries->begin(), entries->end(), std::back_inserter(left), [&](const json& one) {
        return is_ours(one) || !is_rival(one, *ours);
    });
    if (left.size() == entries->size()) return std::nullopt;
    return left;
}

}  // namespace slipway
