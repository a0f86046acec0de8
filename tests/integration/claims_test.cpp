/// Claims before the real controllers of volumes.
#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

TEST_CASE(
    "a claim that waits for its first consumer does not hold up what comes after it",
    "[integration][claims]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("claims");
    cluster.apply(
        "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: " + space +
        "}\nprovisioner: kubernetes.io/no-provisioner\nvolumeBindingMode: WaitForFirstConsumer\n"
    );
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(
        R"(apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  annotations: {werf.io/weight: "-1"}
spec:
  storageClassName: )" +
        space + R"(
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1Mi}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: after}
)"
    );

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    const ObjectId id{.kind = "PersistentVolumeClaim", .in_namespace = space, .name = "data"};
    const auto claim = cluster.find(id);
    REQUIRE(claim);
    CHECK(claim->text("/status/phase") == "Pending");
}
