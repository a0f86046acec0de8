/// What only the API server can say is wrong stops the stage, in the server's words, and nobody
/// else is disturbed.
#include "core/base/text.hpp"
#include "integration/healthy_release.hpp"
#include "support/bad_input.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

/// What only the server knows to be wrong.
struct Refusal {
    const char* what;
    std::string manifests;
    const char* reason;
    std::vector<const char*> says;
    std::string before{};  ///< Deployed before.
    std::string beside{};  ///< Applied by an administrator before; its namespace is {0}.
};

std::string deployment(const std::string& app, int replicas, const std::string& more = "") {
    return format(
        R"(apiVersion: apps/v1
kind: Deployment
metadata: {{name: web}}
spec:
  replicas: {1}
{2}  selector: {{matchLabels: {{app: {0}}}}}
  template:
    metadata: {{labels: {{app: {0}}}}}
    spec: {{containers: [{{name: main, image: nginx}}]}}
---
)",
        app,
        replicas,
        more
    );
}

const std::string later = annotated("later", "werf.io/weight: \"1\"");

std::vector<Refusal> refusals() {
    return {
        {"a value that is out of range",
         deployment("web", -1),
         "Rejected",
         {"Deployment/web", "spec.replicas"}},
        {"a field that the kind does not have",
         deployment("web", 1, "  replicaz: 2\n"),
         "Rejected",
         {"Deployment/web", "spec.replicaz"}},
        {"an object that the account may not write",
         "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: mighty}\n"
         "---\n",
         "Forbidden",
         {"clusterroles", "deployer", "RoleBinding"}},
        {"a field that cannot change",
         deployment("other", 1),
         "ImmutableField",
         {"Deployment/web", "spec.selector"},
         deployment("web", 1)},
        {"what does not fit the quota",
         "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
         "spec: {clusterIP: None, ports: [{port: 80}]}\n---\n",
         "QuotaExceeded",
         {"Service/web", "services"},
         "",
         "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few, namespace: {0}}\n"
         "spec: {hard: {services: \"0\"}}\n"},
    };
}

void put_beside(const LocalCluster& cluster, const std::string& space, std::string manifest) {
    if (manifest.empty()) return;
    manifest.replace(manifest.find("{0}"), 3, space);
    cluster.apply(manifest);
    cluster.kubectl(
        {"wait",
         "resourcequota/few",
         "-n",
         space,
         "--for=jsonpath={.status.hard.services}=0",
         "--timeout=30s"}
    );
}

}  // namespace

TEST_CASE(
    "what only the server can say stops the stage with the server's words, and later stages are "
    "not begun",
    "[integration][bad-input]"
) {
    auto& cluster = LocalCluster::shared();
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);

    for (const Refusal& row : refusals()) {
        CAPTURE(row.what);
        const std::string space = cluster.make_namespace("refused");
        put_beside(cluster, space, row.beside);
        ReleaseUnderTest release(cluster, space, "refused");
        if (!row.before.empty()) {
            release.apply(row.before);
            REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
        }

        release.apply(row.manifests + later, "  retry: {limit: 0}\n");

        REQUIRE(release.wait_for(ReleasePhase::Failed));
        const auto ready = condition_of(release.status(), "Ready");
        CHECK(ready.reason == row.reason);
        for (const char* words : row.says)
            CHECK_THAT(ready.message, Catch::Contains(words));
        CHECK_FALSE(cluster.exists({.kind = "ConfigMap", .in_namespace = space, .name = "later"}));
    }
    healthy.check_undisturbed();
}

TEST_CASE(
    "what belongs to another release is refused before anything is applied, until it is gone",
    "[integration][bad-input]"
) {
    auto& cluster = LocalCluster::shared();
    RunningOperator running(cluster);
    const std::string space = cluster.make_namespace("claimed");
    const ObjectId first{.kind = "ConfigMap", .in_namespace = space, .name = "first"};
    ReleaseUnderTest owner(cluster, space, "owner");
    owner.apply(later);
    REQUIRE(owner.wait_for(ReleasePhase::Deployed, 1));

    ReleaseUnderTest newcomer(cluster, space, "newcomer");
    newcomer.apply(annotated("first", "werf.io/weight: \"0\"") + "---\n" + later);
    REQUIRE(newcomer.wait_for(ReleasePhase::Failed));
    const auto ready = condition_of(newcomer.status(), "Ready");
    CHECK(ready.reason == "OwnedByAnother");
    CHECK_THAT(
        ready.message, Catch::StartsWith("ConfigMap/later exists and belongs to Release " + space)
    );
    CHECK_FALSE(cluster.exists(first));

    owner.remove();
    REQUIRE(owner.wait_until_gone());
    newcomer.annotate("slipway.dev/retry-at", "now");
    REQUIRE(newcomer.wait_for(ReleasePhase::Deployed));
    CHECK(cluster.exists(first));
}
