/// What a Release came from, or lies in, goes before the Release does.
#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string settings = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {kots.io/deletion-phase: "1"}}
)";

const std::string app = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: app, annotations: {kots.io/deletion-phase: "-1"}}
spec:
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec: {containers: [{name: main, image: nginx}]}
)";

/// One ConfigMap beside the Release, one elsewhere, and a hook elsewhere that a deletion would run.
std::string near_and_far(const std::string& elsewhere) {
    return format(
        R"(apiVersion: v1
kind: ConfigMap
metadata: {{name: near}}
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: far, namespace: {0}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: last-words, namespace: {0}, annotations: {{helm.sh/hook: pre-delete}}}}
)",
        elsewhere
    );
}

/// The account of `space` may do in `elsewhere` what it may do at home.
void admit(const LocalCluster& cluster, const std::string& space, const std::string& elsewhere) {
    cluster.kubectl(
        {"create",
         "rolebinding",
         "guest",
         "-n",
         elsewhere,
         "--clusterrole=admin",
         "--serviceaccount=" + space + ":deployer"}
    );
}

/// A deployed Release of which one object lies in another namespace.
struct TwoNamespaces {
    explicit TwoNamespaces(LocalCluster& of) : cluster(of) {
        admit(cluster, space, elsewhere);
        ReleaseUnderTest release(cluster, space, "shop");
        release.apply(near_and_far(elsewhere));
        REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
        uid = release.uid();
    }

    ObjectId there(const std::string& name) const {
        return {.kind = "ConfigMap", .in_namespace = elsewhere, .name = name};
    }

    /// The Release goes with its namespace, for it is let go.
    void delete_that_of_the_release() const {
        cluster.kubectl({"delete", "namespace", space, "--wait=false"});
        REQUIRE(ReleaseUnderTest(cluster, space, "shop").wait_until_gone());
    }

    LocalCluster& cluster;
    std::string space = cluster.make_namespace("leaving");
    std::string elsewhere = cluster.make_namespace("staying");
    std::string uid{};
};

}  // namespace

TEST_CASE(
    "a Release whose sources were deleted before it takes everything with it, in phases",
    "[integration][departure]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("sources");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    const ObjectId deployment{
        .group = "apps", .kind = "Deployment", .in_namespace = space, .name = "app"};
    const ObjectId config_map{.kind = "ConfigMap", .in_namespace = space, .name = "settings"};
    const auto patch_finalizers = [&](const std::string& finalizers) {
        const std::string with = R"({"metadata": {"finalizers": )" + finalizers + "}}";
        cluster.kubectl({"patch", "deployment", "app", "-n", space, "--type=merge", "-p", with});
    };
    cluster.kubectl(
        {"create", "configmap", "plain", "-n", space, "--from-literal=all.yaml=" + settings}
    );
    cluster.kubectl(
        {"create", "secret", "generic", "secret", "-n", space, "--from-literal=all.yaml=" + app}
    );
    release.apply_spec(
        "  serviceAccountName: deployer\n"
        "  sources: [{configMapRef: {name: plain}}, {secretRef: {name: secret}}]\n"
    );
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    const std::string uid = release.uid();

    cluster.kubectl({"delete", "configmap/plain", "secret/secret", "-n", space});
    REQUIRE(release.wait_for_status([](const ReleaseStatus& status) {
        return condition_of(status, "Ready").reason == "SourceNotFound";
    }));
    CHECK(cluster.exists(deployment));
    patch_finalizers(R"(["example.com/held"])");
    release.remove();
    REQUIRE(release.wait_for_waiting("Deployment/app: is being deleted"));
    CHECK(cluster.exists(config_map));
    patch_finalizers("null");

    REQUIRE(release.wait_until_gone());
    CHECK_FALSE(cluster.exists(deployment));
    CHECK_FALSE(cluster.exists(config_map));
    CHECK(cluster.stored_secrets(uid).empty());
}

TEST_CASE(
    "a Release whose namespace is deleted lets go, runs no hook and leaves nothing in the store",
    "[integration][departure]"
) {
    auto& cluster = LocalCluster::shared();
    RunningOperator running(cluster);
    const TwoNamespaces two(cluster);

    two.delete_that_of_the_release();

    CHECK(cluster.exists(two.there("far")));
    CHECK_FALSE(cluster.exists(two.there("last-words")));
    CHECK(cluster.stored_secrets(two.uid).empty());
    CHECK_THAT(
        running.log(),
        Catch::Contains("Abandoned") && Catch::Contains("ConfigMap " + two.elsewhere + "/far")
    );
    CHECK(cluster.wait_until(
        kind_of("", "Namespace"),
        {.kind = "Namespace", .name = two.space},
        [](const std::optional<Object>& live) { return !live; }
    ));
}

// In the namespace of the Release nothing can be created any more.
TEST_CASE(
    "an Event says what a Release abandons elsewhere when its namespace is deleted",
    "[integration][departure]"
) {
    auto& cluster = LocalCluster::shared();
    RunningOperator running(cluster);
    const TwoNamespaces two(cluster);

    two.delete_that_of_the_release();

    CHECK(cluster.wait_for_event("", "Abandoned", "ConfigMap " + two.elsewhere + "/far"));
}
