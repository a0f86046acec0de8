#include "core/model/managed_fields.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"

namespace slipway {
namespace {

using fields::find;
using fields::text;
using nlohmann::json;

/// Of k:{"name":"web"}: "f:name". Whoever owns something of a list's item must name the item.
std::set<std::string> naming_fields(const std::string& key) {
    std::set<std::string> fields;
    const json named = key.starts_with("k:") ? json::parse(key.substr(2), nullptr, false) : json();
    if (!named.is_object()) return fields;
    for (const auto& [name, value] : named.items())
        fields.insert("f:" + name);
    return fields;
}

/// "." says that the map or list itself is owned, which many do without owning what is in it.
bool share_a_field(const json& left, const json& right, const std::set<std::string>& ignored) {
    if (!left.is_object() || !right.is_object()) return false;
    return std::any_of(left.items().begin(), left.items().end(), [&](const auto& field) {
        const auto other = right.find(field.key());
        if (field.key() == "." || ignored.contains(field.key()) || other == right.end())
            return false;
        return field.value().empty() || other->empty() ||
               share_a_field(field.value(), *other, naming_fields(field.key()));
    });
}

bool is_applied_by(const json& entry, std::string_view manager) {
    return text(entry, "manager") == manager && text(entry, "operation") == "Apply" &&
           text(entry, "subresource").empty();
}

bool is_rival(const json& entry, const json& ours) {
    const json* owned = find(entry, "fieldsV1");
    return owned != nullptr && text(entry, "subresource").empty() &&
           share_a_field(*owned, ours, {});
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
