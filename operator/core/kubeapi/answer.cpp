#include "core/kubeapi/answer.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::kubeapi {
namespace {

using nlohmann::json;

Error unreadable(const Kind& kind) {
    return {
        ErrorKind::Unavailable,
        format(
            "the API server's answer about {} cannot be read; it was cut off, or something else "
            "answered in its place",
            kind.group_kind().text()
        )};
}

json parsed(std::string_view body) { return json::parse(body, nullptr, false); }

}  // namespace

Result<Object> as_object(json document, const Kind& kind) {
    if (!document.is_object()) return unreadable(kind);
    const auto said = fields::text(document, "kind");
    if (said.empty() || said == "PartialObjectMetadata") {
        document["apiVersion"] = kind.api_version();
        document["kind"] = kind.kind;
    }
    auto object = Object::from_json(std::move(document));
    if (!object) return unreadable(kind);
    return object;
}

Result<Object> read_object(std::string_view body, const Kind& kind) {
    return as_object(parsed(body), kind);
}

Result<ListPage> read_list(std::string_view body, const Kind& kind) {
    json document = parsed(body);
    if (!document.is_object()) return unreadable(kind);
    const auto items = document.find("items");
    const json* metadata = fields::find(document, "metadata");
    if (items == document.end() || metadata == nullptr) return unreadable(kind);
    ListPage page{
        .resource_version = fields::text(*metadata, "resourceVersion"),
        .continue_token = fields::text(*metadata, "continue"),
    };
    // Go writes an empty list as null where nobody made the slice.
    if (!items->is_array()) return page;
    page.objects.reserve(items->size());
    for (json& item : *items) {
        auto object = as_object(std::move(item), kind);
        if (object) {
            page.objects.push_back(std::move(*object));
        } else {
            ++page.unreadable;
        }
    }
    return page;
}

Result<std::optional<Object>> read_deleted(std::string_view body, const Kind& kind) {
    json document = parsed(body);
    if (!document.is_object()) return unreadable(kind);
    if (fields::text(document, "kind") == "Status") return std::optional<Object>();
    Object object = TRY(as_object(std::move(document), kind));
    // Without a deletionTimestamp it is the last state of what is gone already.
    if (!object.is_terminating()) return std::optional<Object>();
    return std::optional(std::move(object));
}

}  // namespace slipway::kubeapi
