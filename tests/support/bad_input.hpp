/// What people write wrong in manifests, and what each must be told: for the operator on the fake
/// cluster and on a real one.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace slipway::test {

struct BadInput {
    const char* what;
    std::string manifests;
    const char* reason;
    std::vector<std::string> says;  ///< The object, the place, what was seen, the remedy.
    /// Where it is the spec that is wrong: all of it, at its indentation of two blanks.
    std::string spec{};
};

inline std::ostream& operator<<(std::ostream& out, const BadInput& row) { return out << row.what; }

/// Always stands before what is bad, and is never applied.
inline const std::string good_manifest =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n---\n";

inline std::string annotated(const std::string& name, const std::string& annotations) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", annotations: {" +
           annotations + "}}\n";
}

/// Of a kind that is served as v1 alone.
inline const std::string own_definition = R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gizmos.bad.example.com}
spec:
  group: bad.example.com
  names: {kind: Gizmo, plural: gizmos, singular: gizmo}
  scope: Namespaced
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
    - {name: v2, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
---
)";

/// Six levels of nine aliases each.
inline std::string alias_bomb() {
    std::string manifest =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  a0: &a0 [x]\n";
    for (char level = '1'; level < '7'; ++level) {
        manifest += std::string("  a") + level + ": &a" + level + " [";
        for (int i = 0; i < 9; ++i)
            manifest += std::string("*a") + static_cast<char>(level - 1) + ", ";
        manifest += "]\n";
    }
    return manifest;
}

inline std::vector<BadInput> bad_manifests() {
    return {
        {"an alias bomb",
         alias_bomb(),
         "TooLarge",
         {"inline:",
          "ConfigMap/x",
          "anchors and aliases repeat more than 100000 values",
          "write less of it with aliases"}},
        {"broken YAML", "a: [1\n", "InvalidManifest", {"inline:"}},
        {"an unterminated quote",
         "a: \"x\n",
         "InvalidManifest",
         {"inline:5:4", "close it with \""}},
        {"no kind",
         "apiVersion: v1\nmetadata: {name: x}\n",
         "InvalidManifest",
         {"inline:5:1 (document 2", "no kind", "every manifest needs"}},
        {"no name",
         "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n",
         "InvalidManifest",
         {"inline:5:1 (document 2", "no metadata.name"}},
        {"two objects with one identity",
         "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n",
         "InvalidManifest",
         {"inline:1:1", "inline:5:1", "ConfigMap/good", "remove or rename one"}},
        {"an annotation that is a number",
         annotated("x", "kots.io/creation-phase: -1"),
         "InvalidManifest",
         {"inline:7:59", "ConfigMap/x", "kots.io/creation-phase", "quote it: \"-1\""}},
        {"a pod's annotation that is a number",
         annotated("early", "kots.io/creation-phase: \"-1\"") +
             "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec:\n  template:\n"
             "    metadata: {annotations: {prometheus.io/port: 8080}}\n",
         "InvalidManifest",
         {"inline:14:50",
          "Deployment/x): annotation prometheus.io/port in spec.template.metadata is the number "
          "8080, not text; quote it: \"8080\""}},
        {"an unparsable phase",
         annotated("x", "kots.io/creation-phase: \"first\""),
         "InvalidAnnotation",
         {"inline:5:1", "ConfigMap/x", "kots.io/creation-phase: \"first\"", "write one"}},
        {"a phase out of range",
         annotated("x", "kots.io/creation-phase: \"10000\""),
         "InvalidAnnotation",
         {"inline:5:1", "ConfigMap/x", "kots.io/creation-phase: \"10000\"", "-9999 to 9999"}},
        {"an unparsable weight",
         annotated("x", "werf.io/weight: \"1.5\""),
         "InvalidAnnotation",
         {"inline:5:1", "ConfigMap/x", "werf.io/weight: \"1.5\"", "write one"}},
        {"an unknown hook event",
         annotated("x", "helm.sh/hook: \"pre-instal\""),
         "InvalidAnnotation",
         {"inline:5:1", "ConfigMap/x", "\"pre-instal\"", "the events are pre-install"}},
        {"a property without a value",
         annotated("x", "kots.io/wait-for-properties: \".status.phase\""),
         "InvalidExpression",
         {"inline:5:1", "ConfigMap/x", "kots.io/wait-for-properties", ".status.phase"}},
        {"a bad JSONPath",
         annotated("x", "kots.io/wait-for-properties: \".status[=1\""),
         "InvalidExpression",
         {"inline:5:1", "ConfigMap/x", "kots.io/wait-for-properties", ".status["}},
        {"a condition on a Secret",
         "apiVersion: v1\nkind: Secret\nmetadata: {name: x, annotations: "
         "{kots.io/wait-for-properties: \".data.token=1\"}}\n",
         "InvalidAnnotation",
         {"inline:5:1",
          "Secret/x): kots.io/wait-for-properties=.data.token=1: nothing inside a Secret is looked "
          "at, so this would never hold; leave it out"}},
        {"a native condition on a Secret",
         "apiVersion: v1\nkind: Secret\nmetadata: {name: x, annotations: "
         "{slipway.dev/wait-for: \".data.token exists\"}}\n",
         "InvalidAnnotation",
         {"inline:5:1",
          "Secret/x): slipway.dev/wait-for=.data.token exists: nothing inside a Secret"}},
        {"a kind that nobody knows",
         "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: x}\n",
         "UnknownKind",
         {"inline:5:1", "Widget/x", "example.com/v1", "CustomResourceDefinition"}},
        {"a version that the cluster does not serve",
         annotated("early", "kots.io/creation-phase: \"-1\"") +
             "---\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: x}\n",
         "UnknownKind",
         {"inline:9:1",
          "PodDisruptionBudget/x): the cluster does not serve PodDisruptionBudget in "
          "policy/v1beta1, only in another version; write apiVersion: policy/v1"}},
        {"a version that the release's own definition does not serve",
         own_definition + "apiVersion: bad.example.com/v2\nkind: Gizmo\nmetadata: {name: x}\n",
         "UnknownKind",
         {"inline:16:1",
          "Gizmo/x): CustomResourceDefinition/gizmos.bad.example.com of this release does not "
          "serve Gizmo in version v2, only in v1; write apiVersion: bad.example.com/v1"}},
        {"a namespace that nobody has",
         "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: nowhere}\n",
         "NamespaceNotFound",
         {"inline:5:1", "ConfigMap/x): its namespace nowhere does not exist; create it"}},
    };
}

}  // namespace slipway::test
