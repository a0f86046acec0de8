/// The whole control plane dies in the middle of an install, and comes back.
#include "healthy_release.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"
#include "support/stage_writes.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string content = R"(apiVersion: v1
kind: Pod
metadata:
  name: prepare
  annotations: {play.slipway.dev/complete-after: 100ms, helm.sh/hook: pre-install}
spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: first}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second, annotations: {werf.io/weight: "1"}}
---
apiVersion: v1
kind: Pod
metadata:
  name: report
  annotations: {play.slipway.dev/complete-after: 100ms, helm.sh/hook: post-install}
spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
)";

}  // namespace

TEST_CASE(
    "when the API server and etcd are killed in mid-install, the same process comes to the same "
    "end",
    "[integration][outage]"
) {
    auto& cluster = LocalCluster::shared();
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    const std::string calm_space = cluster.make_namespace("calm");
    ReleaseUnderTest calm(cluster, calm_space, "shop");
    calm.apply(content);
    REQUIRE(calm.wait_for(ReleasePhase::Deployed, 1));
    const std::string space = cluster.make_namespace("outage");
    ReleaseUnderTest release(cluster, space, "shop");
    const std::string write = GENERATE("POST pods/prepare", "PATCH configmaps/first");
    CAPTURE(write);
    proxy.set(
        {.moment = CountingProxy::Moment::BeforeAnswering,
         .matches = [&](const PassedWrite& passed
                    ) { return passed.in_namespace == space && passed.text() == write; },
         .spring =
             [&] {
                 cluster.control("kill", "kube-apiserver");
                 cluster.control("kill", "etcd");
             }}
    );

    release.apply(content);
    REQUIRE(proxy.wait_until_sprung());
    cluster.control("start", "etcd");
    cluster.control("start", "kube-apiserver");

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    // Nobody has started it again.
    CHECK(running.is_running());
    CHECK(running.becomes_ready());
    const Tally counts = tally(proxy.writes(space));
    CHECK(counts.created == tally(proxy.writes(calm_space)).created);
    CHECK(counts.created.at("pods/prepare") == 1);
    CHECK(counts.created.at("pods/report") == 1);
    CHECK(portrait(cluster, space) == portrait(cluster, calm_space));
    CHECK(release.status().attempt == 1);
    healthy.check_kept();
}
