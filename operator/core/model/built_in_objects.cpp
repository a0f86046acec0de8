#include "core/model/built_in_objects.hpp"

#include <limits>

#include <nlohmann/json.hpp>

namespace slipway {

bool is_definition(const ObjectId& id) {
    return id.group == "apiextensions.k8s.io" && id.kind == "CustomResourceDefinition";
}

ObjectId definition_of(const Kind& kind) {
    return {
        .group = "apiextensions.k8s.io",
        .kind = "CustomResourceDefinition",
        .name = kind.plural + "." + kind.group};
}

bool is_namespace(const ObjectId& id) { return id.group.empty() && id.kind == "Namespace"; }

bool is_secret(const ObjectId& id) { return id.group.empty() && id.kind == "Secret"; }

bool is_pod(const ObjectId& id) { return id.group.empty() && id.kind == "Pod"; }

bool is_job(const ObjectId& id) { return id.group == "batch" && id.kind == "Job"; }

bool is_claim(const ObjectId& id) { return id.group.empty() && id.kind == "PersistentVolumeClaim"; }

bool takes_others_along(const ObjectId& id) {
    return is_namespace(id) || is_definition(id) || is_claim(id);
}

std::string_view pod_template_of(const GroupKind& kind) {
    if (kind.group == "batch" && kind.kind == "CronJob") return "/spec/jobTemplate/spec/template";
    const bool has_template = kind.group == "apps" || kind.group == "batch" ||
                              (kind.group.empty() && kind.kind == "ReplicationController");
    return has_template ? "/spec/template" : "";
}

std::string pod_spec_of(const ObjectId& id) {
    if (is_pod(id)) return "/spec";
    const std::string_view pod_template = pod_template_of(id.group_kind());
    return pod_template.empty() ? "" : std::string(pod_template) + "/spec";
}

std::optional<int> ttl_of(const Object& object) {
    if (!is_job(object.id())) return std::nullopt;
    const auto* ttl = object.at("/spec/ttlSecondsAfterFinished");
    if (ttl == nullptr || !ttl->is_number_integer()) return std::nullopt;
    const auto seconds = ttl->get<std::int64_t>();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    return seconds >= 0 && seconds <= most ? std::optional(static_cast<int>(seconds))
                                           : std::nullopt;
}

}  // namespace slipway
