#include "rig/custom_kinds.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::bench {
namespace {

using nlohmann::json;

constexpr auto* group = "bench.example.com";

json status_of(const std::string& ready) {
    const json condition{
        {"type", "Ready"},
        {"status", ready},
        {"reason", "Told"},
        {"message", ""},
        {"lastTransitionTime", "2026-01-01T00:00:00Z"}};
    return {{"conditions", json::array({condition})}};
}

/// The API server learns of new rights by a watch of its own.
void await_rights(World& world, const std::string& in_namespace) {
    RawClient deployer = world.raw_client(in_namespace, 1);
    const RawRequest question{
        .method = "GET",
        .target = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=1"};
    for (int tries = 0; deployer.code(question) == 403; ++tries) {
        if (tries == 10'000) throw std::runtime_error("the deployer's rights do not arrive");
    }
}

}  // namespace

Kind custom_kind(const std::string& name) {
    const std::string singular = lower_case(name);
    return {
        .group = group,
        .version = "v1",
        .kind = name,
        .plural = singular + "s",
        .singular = singular};
}

json definition_of(const Kind& kind) {
    const json anything{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
    json status = anything;
    status["default"] = status_of("Unknown");
    return {
        {"apiVersion", "apiextensions.k8s.io/v1"},
        {"kind", "CustomResourceDefinition"},
        {"metadata", {{"name", kind.plural + "." + kind.group}}},
        {"spec",
         {{"group", kind.group},
          {"scope", "Namespaced"},
          {"names",
           {{"kind", kind.kind},
            {"listKind", kind.kind + "List"},
            {"plural", kind.plural},
            {"singular", kind.singular}}},
          {"versions",
           {{{"name", kind.version},
             {"served", true},
             {"storage", true},
             {"subresources", {{"status", json::object()}}},
             {"schema",
              {{"openAPIV3Schema",
                {{"type", "object"},
                 {"properties", {{"spec", anything}, {"status", status}}}}}}}}}}}}};
}

json custom_resource(const Kind& kind, const std::string& in_namespace, const std::string& name) {
    return {
        {"apiVersion", kind.api_version()},
        {"kind", kind.kind},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}},
        {"spec", {{"size", "small"}}}};
}

RawRequest make_ready(const Kind& kind, const std::string& in_namespace, const std::string& name) {
    return merge_of(
        folder_of(kind, in_namespace) + "/" + name + "/status", {{"status", status_of("True")}}
    );
}

std::string make_custom_namespace(World& world) {
    const std::string name = world.make_namespace();
    world.cluster().apply(format(
        R"(
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {{name: bench-deployer}}
rules:
  - {{apiGroups: [{0}, raw.example.com, slipway.dev], resources: ["*"], verbs: ["*"]}}
  - {{apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: ["*"]}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {{name: "bench-deployer-{1}"}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: bench-deployer}}
subjects: [{{kind: ServiceAccount, name: deployer, namespace: {1}}}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: bench-watch
  labels: {{slipway.dev/aggregate-to-watch: "true"}}
rules:
  - {{apiGroups: [{0}], resources: ["*"], verbs: [get, list, watch]}}
)",
        group,
        name
    ));
    await_rights(world, name);
    return name;
}

void define(World& world, const Kind& kind) {
    world.cluster().apply(definition_of(kind).dump());
    world.cluster().wait_until_established(kind.plural + "." + kind.group);
}

}  // namespace slipway::bench
