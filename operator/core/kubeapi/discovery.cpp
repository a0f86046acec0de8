#include "core/kubeapi/discovery.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"

namespace slipway::kubeapi {
namespace {

using nlohmann::json;

Error unreadable() {
    return {
        ErrorKind::Unavailable,
        "the API server's answer about the kinds that it serves cannot be read; it was cut off, or "
        "something else answered in its place"};
}

/// A discovery document, if it holds the list under `key`.
Result<json> parsed(std::string_view body, const char* key) {
    json document = json::parse(body, nullptr, false);
    if (!document.is_object() || !document.contains(key)) return unreadable();
    return document;
}

/// The entries of a list; null, as Go writes an empty one, has none.
const json& entries(const json& document, const char* key) {
    static const json none = json::array();
    const json* list = fields::find(document, key);
    return list != nullptr && list->is_array() ? *list : none;
}

Group group_of(const json& document) {
    Group group{.name = fields::text(document, "name")};
    for (const json& version : entries(document, "versions")) {
        group.versions.push_back(fields::text(version, "version"));
    }
    if (const json* preferred = fields::find(document, "preferredVersion")) {
        const auto found = std::ranges::find(group.versions, fields::text(*preferred, "version"));
        if (found != group.versions.end()) std::rotate(group.versions.begin(), found, found + 1);
    }
    return group;
}

std::pair<std::string, std::string> group_and_version(const std::string& text) {
    const auto slash = text.find('/');
    if (slash == std::string::npos) return {"", text};
    return {text.substr(0, slash), text.substr(slash + 1)};
}

}  // namespace

Result<std::vector<Group>> read_groups(std::string_view body) {
    const json document = TRY(parsed(body, "groups"));
    std::vector<Group> groups;
    for (const json& group : entries(document, "groups"))
        groups.push_back(group_of(group));
    return groups;
}

Result<Group> read_group(std::string_view body) {
    const json document = TRY(parsed(body, "versions"));
    return group_of(document);
}

Result<std::vector<Kind>> read_kinds(std::string_view body) {
    const json document = TRY(parsed(body, "resources"));
    const auto [group, version] = group_and_version(fields::text(document, "groupVersion"));
    std::vector<Kind> kinds;
    for (const json& resource : entries(document, "resources")) {
        auto name = fields::text(resource, "name");
        if (name.find('/') != std::string::npos) continue;
        kinds.push_back(
            {.group = group,
             .version = version,
             .kind = fields::text(resource, "kind"),
             .plural = std::move(name),
             .namespaced = fields::flag(resource, "namespaced"),
             .singular = fields::text(resource, "singularName"),
             .short_names = fields::texts(resource, "shortNames")}
        );
    }
    return kinds;
}

}  // namespace slipway::kubeapi
