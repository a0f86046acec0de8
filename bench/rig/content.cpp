#include "rig/content.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/release.hpp"

namespace slipway::bench {

using nlohmann::json;

json config_map(
    const std::string& in_namespace, const std::string& name, const std::string& value
) {
    return {
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}},
        {"data", {{"value", value}}}};
}

std::string manifests_of(const std::vector<json>& objects) {
    std::string manifests;
    for (const json& object : objects)
        manifests += "---\n" + object.dump() + "\n";
    return manifests;
}

json source(
    const std::string& in_namespace, const std::string& name, const std::string& manifests
) {
    return {
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}},
        {"data", {{"manifests.yaml", manifests}}}};
}

json marked(json object) {
    json& metadata = object["metadata"];
    metadata["labels"]["bench.example.com/uid"] = std::string(36, '0');
    metadata["annotations"]["bench.example.com/release"] = "bench/bench";
    metadata["annotations"]["bench.example.com/digest"] = "sha256:" + std::string(64, '0');
    return object;
}

std::string folder_of(const Kind& kind, const std::string& in_namespace) {
    const std::string root =
        kind.group.empty() ? "/api/" + kind.version : "/apis/" + kind.api_version();
    const std::string within = in_namespace.empty() ? "" : "/namespaces/" + in_namespace;
    return root + within + "/" + kind.plural;
}

RawRequest apply_of(const Kind& kind, const json& object) {
    const json& metadata = object.at("metadata");
    const std::string folder = folder_of(kind, metadata.value("namespace", ""));
    return apply_of(folder + "/" + metadata.at("name").get<std::string>(), object.dump());
}

RawRequest merge_of(const std::string& target, const json& change) {
    return {
        .method = "PATCH",
        .target = target,
        .content_type = "application/merge-patch+json",
        .body = change.dump()};
}

}  // namespace slipway::bench
