/// Jobs that want to be gone as soon as they have finished, before a real TTL controller.
#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

std::string job(const std::string& name, const std::string& annotations) {
    return R"(apiVersion: batch/v1
kind: Job
metadata: {name: )" +
           name + ", annotations: {" + annotations + R"(}}
spec:
  ttlSecondsAfterFinished: 0
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
)";
}

}  // namespace

TEST_CASE(
    "a Job with a time to live of 0 is seen to complete, and then goes", "[integration][ttl]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("ttl");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    const auto is_gone = [](const std::optional<Object>& object) { return !object; };

    release.apply(job("hook", "helm.sh/hook: pre-install") + job("migrate", ""));

    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    for (const auto* name : {"hook", "migrate"}) {
        const ObjectId id{.group = "batch", .kind = "Job", .in_namespace = space, .name = name};
        CHECK(cluster.wait_until(kind_of("batch", "Job"), id, is_gone));
    }
    REQUIRE(release.status().hooks.size() == 1);
    CHECK(release.status().hooks.front().state == ProgressState::Done);
}
