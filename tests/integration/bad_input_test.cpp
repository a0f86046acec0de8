/// What can be known to be wrong before anything is applied, on a real API server: a clear
/// condition, no write, and nobody else disturbed.
#include "support/bad_input.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "integration/healthy_release.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

/// What lies beside each Release: a source of one key, and an account that may do nothing.
std::string surroundings(const std::string& space) {
    return format(
        R"(apiVersion: v1
kind: ConfigMap
metadata: {{name: manifests, namespace: {0}}}
data: {{some.yaml: ""}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {{name: powerless, namespace: {0}}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {{name: {0}-deployer-views}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}}
subjects: [{{kind: ServiceAccount, name: deployer, namespace: {0}}}]
)",
        space
    );
}

std::string spec(const std::string& account, const std::string& source) {
    return "  serviceAccountName: " + account + "\n  sources: [{configMapRef: " + source + "}]\n";
}

/// What no fake can show as well: that which the spec names.
std::vector<BadInput> bad_specs() {
    return {
        {"a missing ConfigMap",
         "",
         "SourceNotFound",
         {"ConfigMap/absent does not exist in namespace", "Create it, or mark the source optional"},
         spec("deployer", "{name: absent}")},
        {"a missing key",
         "",
         "SourceNotFound",
         {"ConfigMap/manifests in namespace", "has no key all.yaml", "Add it to its data"},
         spec("deployer", "{name: manifests, key: all.yaml}")},
        {"a missing service account",
         "",
         "ServiceAccountNotFound",
         {"ServiceAccount/nobody does not exist", "create serviceaccount nobody"},
         spec("nobody", "{name: manifests}")},
        {"no service account",
         "",
         "ServiceAccountNotFound",
         {"spec.serviceAccountName is not set", "create serviceaccount deployer"},
         "  sources: [{configMapRef: {name: manifests}}]\n"},
        {"an account that may not read the source",
         "",
         "Forbidden",
         {"may not read ConfigMap/manifests", "give it the verb get on it"},
         spec("powerless", "{name: manifests}")},
    };
}

std::vector<BadInput> all_bad_input() {
    auto rows = bad_manifests();
    for (BadInput& row : bad_specs())
        rows.push_back(std::move(row));
    return rows;
}

bool says(
    const ReleaseStatus& status, const std::string& reason, const std::vector<std::string>& parts
) {
    const StatusCondition ready = condition_of(status, "Ready");
    const auto has = [&](const std::string& part) {
        return ready.message.find(part) != std::string::npos;
    };
    return ready.status == "False" && ready.reason == reason && std::ranges::all_of(parts, has);
}

}  // namespace

TEST_CASE(
    "what can be known before is refused with its reason, nothing is applied, and nobody else is "
    "disturbed",
    "[integration][bad-input]"
) {
    auto& cluster = LocalCluster::shared();
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);

    for (const BadInput& row : all_bad_input()) {
        CAPTURE(row.what);
        const std::string space = cluster.make_namespace("bad");
        cluster.apply(surroundings(space));
        ReleaseUnderTest release(cluster, space, "bad");

        if (row.spec.empty()) {
            release.apply(good_manifest + row.manifests);
        } else {
            release.apply_spec(row.spec);
        }

        const bool told = release.wait_for_status([&](const ReleaseStatus& status) {
            return says(status, row.reason, row.says);
        });
        const auto ready = condition_of(release.status(), "Ready");
        CAPTURE(ready.reason, ready.message);
        CHECK(told);
        CHECK(proxy.writes(space).empty());
    }
    healthy.check_undisturbed();
}

TEST_CASE(
    "a kind that nobody knows is taken up when its definition appears", "[integration][bad-input]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("bad");
    cluster.apply(format(
        R"(apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {{name: gadgets, namespace: {0}}}
rules: [{{apiGroups: [late.example.com], resources: [gadgets], verbs: ["*"]}}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {{name: gadgets, namespace: {0}}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: gadgets}}
subjects: [{{kind: ServiceAccount, name: deployer, namespace: {0}}}]
)",
        space
    ));
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "late");
    release.apply("apiVersion: late.example.com/v1\nkind: Gadget\nmetadata: {name: x}\n");
    REQUIRE(release.wait_for_status([](const ReleaseStatus& status) {
        return says(status, "UnknownKind", {"Gadget"});
    }));

    cluster.apply(R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.late.example.com}
spec:
  group: late.example.com
  names: {kind: Gadget, plural: gadgets, singular: gadget}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object}}
)");

    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    cluster.kubectl({"get", "gadgets.late.example.com", "x", "-n", space});
}
