#include "core/kubeapi/verbs.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/kubeapi/target.hpp"

namespace slipway::kubeapi {
namespace {

using nlohmann::json;

constexpr auto json_type = "application/json";
constexpr auto merge_patch_type = "application/merge-patch+json";

/// Objects come from JSON or YAML that was checked to be UTF-8; "replace" keeps a defect elsewhere
/// from throwing here.
std::string text_of(const json& document) {
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

Request read(std::string where, std::string accept = json_type) {
    return {.target = std::move(where), .headers = {{"Accept", std::move(accept)}}};
}

Request write(Method method, std::string where, const json& body, const char* content_type) {
    return {
        .method = method,
        .target = std::move(where),
        .headers = {{"Accept", json_type}},
        .body = text_of(body),
        .content_type = content_type,
    };
}

std::string metadata_only(std::string_view kind) {
    return format("application/json;as={};g=meta.k8s.io;v=v1", kind);
}

std::string field_selector(const std::string& name) {
    return name.empty() ? name : "metadata.name=" + name;
}

std::string seconds(Duration duration) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

std::string timeout_of(const WriteTerms& terms) {
    return terms.timeout.count() > 0 ? to_text(terms.timeout) : "";
}

std::string write_target(std::string path, const WriteTerms& terms) {
    return target(
        std::move(path),
        {{"fieldManager", terms.field_manager},
         {"fieldValidation", "Strict"},
         {"timeout", timeout_of(terms)}}
    );
}

}  // namespace

Request get(const Kind& kind, const ObjectId& id, std::string_view not_older_than) {
    return read(target(object_path(kind, id), {{"resourceVersion", std::string(not_older_than)}}));
}

Request list(const Kind& kind, const Scope& scope, const Page& page) {
    const bool is_whole = scope.detail == Detail::Whole;
    return read(
        target(
            collection_path(kind, scope.in_namespace),
            {{"labelSelector", scope.labels},
             {"fieldSelector", field_selector(scope.name)},
             {"limit", std::to_string(page.limit)},
             {"continue", page.continue_token}}
        ),
        is_whole ? json_type : metadata_only("PartialObjectMetadataList")
    );
}

Request watch(
    const Kind& kind, const Scope& scope, std::string_view resource_version, Duration timeout
) {
    const bool is_whole = scope.detail == Detail::Whole;
    return read(
        target(
            collection_path(kind, scope.in_namespace),
            {{"watch", "true"},
             {"allowWatchBookmarks", "true"},
             {"labelSelector", scope.labels},
             {"fieldSelector", field_selector(scope.name)},
             {"resourceVersion", std::string(resource_version)},
             {"timeoutSeconds", seconds(timeout)}}
        ),
        is_whole ? json_type : metadata_only("PartialObjectMetadata")
    );
}

Request apply(const Kind& kind, const Object& object, const WriteTerms& terms) {
    auto where = target(
        object_path(kind, object.id()),
        {{"fieldManager", terms.field_manager},
         {"force", terms.force ? "true" : "false"},
         {"fieldValidation", "Strict"},
         {"timeout", timeout_of(terms)}}
    );
    return write(
        Method::Patch, std::move(where), object.document(), "application/apply-patch+yaml"
    );
}

Request create(const Kind& kind, const Object& object, const WriteTerms& terms) {
    const std::string in_namespace(object.in_namespace());
    auto where = write_target(collection_path(kind, in_namespace), terms);
    return write(Method::Post, std::move(where), object.document(), json_type);
}

Request replace(const Kind& kind, const Object& object, const WriteTerms& terms) {
    auto where = write_target(object_path(kind, object.id()), terms);
    return write(Method::Put, std::move(where), object.document(), json_type);
}

Request remove(
    const Kind& kind, const ObjectId& id, std::string_view uid, const WriteTerms& terms
) {
    json options{
        {"apiVersion", "v1"},
        {"kind", "DeleteOptions"},
        {"propagationPolicy", word(terms.propagation)}};
    if (!uid.empty()) options["preconditions"] = {{"uid", uid}};
    auto where = target(object_path(kind, id), {{"timeout", timeout_of(terms)}});
    return write(Method::Delete, std::move(where), options, json_type);
}

Request merge(const Kind& kind, const Object& object, const WriteTerms& terms) {
    auto where = write_target(object_path(kind, object.id()), terms);
    return write(Method::Patch, std::move(where), object.document(), merge_patch_type);
}

Request replace_status(
    const Kind& kind,
    const ObjectId& id,
    std::string_view uid,
    const json& status,
    const WriteTerms& terms
) {
    const json patch = json::array({
        {{"op", "test"}, {"path", "/metadata/uid"}, {"value", uid}},
        {{"op", "add"}, {"path", "/status"}, {"value", status}},
    });
    auto where = write_target(object_path(kind, id) + "/status", terms);
    return write(Method::Patch, std::move(where), patch, "application/json-patch+json");
}

std::optional<Request> set_finalizer(
    const Kind& kind,
    const Object& object,
    std::string_view finalizer,
    bool present,
    const WriteTerms& terms
) {
    const json* held = object.at("/metadata/finalizers");
    json finalizers = held != nullptr && held->is_array() ? *held : json::array();
    const auto found = std::find(finalizers.begin(), finalizers.end(), finalizer);
    if (present == (found != finalizers.end())) return std::nullopt;
    if (present) {
        finalizers.push_back(finalizer);
    } else {
        finalizers.erase(found);
    }
    const json patch{
        {"metadata",
         {{"uid", object.uid()},
          {"resourceVersion", object.resource_version()},
          {"finalizers", finalizers}}}};
    auto where = write_target(object_path(kind, object.id()), terms);
    return write(Method::Patch, std::move(where), patch, merge_patch_type);
}

Request discover_groups() { return read("/apis"); }

Request discover_group(std::string_view group) { return read("/apis/" + percent_encoded(group)); }

Request discover_kinds(std::string_view group, std::string_view version) {
    return read(group_version_path(group, version));
}

}  // namespace slipway::kubeapi
