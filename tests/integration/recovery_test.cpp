/// What fails is tried again as often as the spec says, and goes on once its cause is mended.
#include <algorithm>

#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string failing_hook = R"(apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {helm.sh/hook: pre-install}}
spec:
  backoffLimit: 0
  template:
    metadata: {annotations: {play.slipway.dev/exit-code: "3"}}
    spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
)";

const std::string service = R"(apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
)";

/// Waits for a Secret that the test makes when it wants to.
const std::string waiting_app = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: first}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
  annotations:
    werf.io/weight: "1"
    secret.external-dependency.werf.io/resource: secret/late
)";

void set_service_quota(const LocalCluster& cluster, const std::string& space, const char* count) {
    cluster.apply(
        "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few, namespace: " + space +
        "}\nspec: {hard: {services: \"" + count + "\"}}\n"
    );
    // Until then the quota binds nobody.
    cluster.kubectl(
        {"wait",
         "resourcequota/few",
         "-n",
         space,
         std::string("--for=jsonpath={.status.hard.services}=") + count,
         "--timeout=30s"}
    );
}

bool is_failed_for_good(const ReleaseStatus& status, int attempt) {
    return status.phase == ReleasePhase::Failed && status.attempt == attempt &&
           condition_of(status, "Stalled").status == "True";
}

}  // namespace

TEST_CASE(
    "a hook that fails is made anew each attempt, exactly so often, and again when a retry is "
    "asked "
    "for",
    "[integration][recovery]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("retry");
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    ReleaseUnderTest release(cluster, space, "shop");
    const auto jobs_created = [&] {
        const auto writes = proxy.writes(space);
        return std::ranges::count_if(writes, [](const PassedWrite& write) {
            return write.created() && write.resource == "jobs";
        });
    };

    release.apply(failing_hook, "  retry: {limit: 2, backoff: 200ms}\n");
    REQUIRE(release.wait_for_status([](const ReleaseStatus& status) {
        return is_failed_for_good(status, 3);
    }));
    CHECK(jobs_created() == 3);
    CHECK(condition_of(release.status(), "Ready").reason == "HookFailed");

    release.annotate("slipway.dev/retry-at", "now");
    REQUIRE(release.wait_for_status([](const ReleaseStatus& status) {
        return is_failed_for_good(status, 6);
    }));
    CHECK(jobs_created() == 6);
    CHECK(release.status().revision == 1);
}

TEST_CASE(
    "an object that a quota refused is applied by the next attempt after the quota was raised",
    "[integration][recovery]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("quota");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    set_service_quota(cluster, space, "0");

    release.apply(service, "  retry: {limit: 0}\n");
    REQUIRE(release.wait_for(ReleasePhase::Failed));
    CHECK(condition_of(release.status(), "Ready").reason == "QuotaExceeded");
    set_service_quota(cluster, space, "1");
    release.annotate("slipway.dev/retry-at", "now");

    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(release.status().attempt == 2);
    CHECK(cluster.exists({.kind = "Service", .in_namespace = space, .name = "web"}));
}

TEST_CASE(
    "a Release that waits while the API server dies and comes back is deployed",
    "[integration][recovery]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("outage");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(waiting_app);
    REQUIRE(release.wait_for_waiting("late"));

    cluster.control("kill", "kube-apiserver");
    cluster.control("start", "kube-apiserver");
    cluster.kubectl({"create", "secret", "generic", "late", "-n", space});

    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(release.status().attempt == 1);
    CHECK(running.is_running());
    CHECK(running.becomes_ready());
    CHECK(cluster.exists({.kind = "ConfigMap", .in_namespace = space, .name = "second"}));
}

TEST_CASE(
    "an operator that is stopped gives its lease back, and the next one goes on at once",
    "[integration][recovery]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("stopped");
    RunningOperator first(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(waiting_app);
    REQUIRE(release.wait_for_waiting("late"));
    REQUIRE(first.becomes_ready());

    CHECK(first.stop() == 0);
    const auto holder = cluster.kubectl(
        {"get", "lease", "-n", "slipway-system", "-o", "jsonpath={.items[*].spec.holderIdentity}"}
    );
    CHECK(holder.output.empty());

    cluster.kubectl({"create", "secret", "generic", "late", "-n", space});
    RunningOperator second(cluster);
    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
}
