#include "core/model/object.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway {
namespace {

using nlohmann::json;

/// Walks a JSON pointer without throwing and without the cost of building one.
const json* find(const json& document, std::string_view pointer) {
    const json* here = &document;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const auto end = pointer.find('/');
        const std::string key(pointer.substr(0, end));
        if (!here->is_object()) return nullptr;
        const auto found = here->find(key);
        if (found == here->end()) return nullptr;
        here = &*found;
        pointer = end == std::string_view::npos ? std::string_view{} : pointer.substr(end);
    }
    return here;
}

std::string text_at(const json& document, std::string_view pointer) {
    const json* value = find(document, pointer);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string{};
}

struct GroupVersion {
    std::string group;
    std::string version;
};

GroupVersion parsed(const std::string& api_version) {
    const auto slash = api_version.find('/');
    if (slash == std::string::npos) return {.group = "", .version = api_version};
    return {.group = api_version.substr(0, slash), .version = api_version.substr(slash + 1)};
}

std::optional<std::string> entry_of(const json* table, std::string_view key) {
    if (table == nullptr || !table->is_object()) return std::nullopt;
    const auto found = table->find(std::string(key));
    if (found == table->end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

Condition condition_of(const json& entry) {
    const json* seen = find(entry, "/observedGeneration");
    return {
        .type = text_at(entry, "/type"),
        .status = text_at(entry, "/status"),
        .reason = text_at(entry, "/reason"),
        .message = text_at(entry, "/message"),
        .observed_generation =
            seen != nullptr && seen->is_number_integer() ? seen->get<std::int64_t>() : 0,
        .last_transition_time = text_at(entry, "/lastTransitionTime"),
    };
}

}  // namespace

Result<Object> Object::from_json(json document) {
    for (const char* field : {"/apiVersion", "/kind", "/metadata/name"}) {
        if (text_at(document, field).empty()) {
            std::string dotted(field + 1);
            std::replace(dotted.begin(), dotted.end(), '/', '.');
            return Error{
                ErrorKind::InvalidManifest,
                format(
                    "the manifest has no {}; every object needs apiVersion, kind and metadata.name "
                    "as text",
                    dotted
                )};
        }
    }
    Object object;
    auto [group, version] = parsed(text_at(document, "/apiVersion"));
    object.version_ = std::move(version);
    object.id_ = {
        .group = group,
        .kind = text_at(document, "/kind"),
        .in_namespace = text_at(document, "/metadata/namespace"),
        .name = text_at(document, "/metadata/name"),
    };
    object.hold(std::make_shared<json>(std::move(document)));
    return object;
}

void Object::hold(std::shared_ptr<json> document) {
    document_ = std::move(document);
    const json* table = at("/metadata/annotations");
    annotations_ = table != nullptr && table->is_object() ? table : nullptr;
}

std::optional<std::string> Object::annotation(std::string_view key) const {
    return entry_of(annotations_, key);
}

std::optional<std::string> Object::label(std::string_view key) const {
    return entry_of(at("/metadata/labels"), key);
}

std::map<std::string, std::string> Object::annotations() const {
    std::map<std::string, std::string> all;
    for (const auto& [key, value] : annotation_views())
        all.emplace(key, value);
    return all;
}

std::vector<std::pair<std::string_view, std::string_view>> Object::annotation_views(
    const std::string& prefix
) const {
    std::vector<std::pair<std::string_view, std::string_view>> all;
    if (annotations_ == nullptr) return all;
    const auto& table = annotations_->get_ref<const json::object_t&>();
    for (auto one = table.lower_bound(prefix); one != table.end(); ++one) {
        const auto& [key, value] = *one;
        if (!key.starts_with(prefix)) break;
        if (value.is_string()) all.emplace_back(key, value.get_ref<const std::string&>());
    }
    return all;
}

bool Object::has(const char* pointer) const {
    const json* value = at(pointer);
    return value != nullptr && !value->is_null();
}

std::string Object::text(const char* pointer) const { return text_at(*document_, pointer); }

std::int64_t Object::integer(const char* pointer, std::int64_t fallback) const {
    const json* value = at(pointer);
    return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : fallback;
}

bool Object::boolean(const char* pointer, bool fallback) const {
    const json* value = at(pointer);
    return value != nullptr && value->is_boolean() ? value->get<bool>() : fallback;
}

const json* Object::at(const char* pointer) const { return find(*document_, pointer); }

std::optional<Condition> Object::condition(std::string_view type) const {
    for (Condition& condition : conditions()) {
        if (condition.type == type) return std::move(condition);
    }
    return std::nullopt;
}

std::vector<Condition> Object::conditions() const {
    std::vector<Condition> all;
    const json* list = at("/status/conditions");
    if (list == nullptr || !list->is_array()) return all;
    for (const json& entry : *list)
        all.push_back(condition_of(entry));
    return all;
}

void Object::move_to(std::string_view other_namespace) {
    json& metadata = (*document_)["metadata"];
    if (other_namespace.empty()) {
        metadata.erase("namespace");
    } else {
        metadata["namespace"] = other_namespace;
    }
    id_.in_namespace = other_namespace;
}

Object Object::in(std::string_view other_namespace) const& {
    return Object(*this).in(other_namespace);
}

Object Object::in(std::string_view other_namespace) && {
    Object moved = std::move(*this);
    // An Object is a value: others that share the document must not see the change.
    if (moved.document_.use_count() > 1) moved.hold(std::make_shared<json>(*moved.document_));
    moved.move_to(other_namespace);
    return moved;
}

}  // namespace slipway
