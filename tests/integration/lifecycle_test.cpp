/// A Release's life on a real control plane, under the operator's own account.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string shop = R"(apiVersion: v1
kind: Service
metadata:
  name: database
  annotations: {werf.io/weight: "-1"}
spec:
  selector: {app: database}
  ports: [{port: 5432}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  annotations: {werf.io/weight: "-1"}
spec:
  serviceName: database
  selector: {matchLabels: {app: database}}
  template:
    metadata: {labels: {app: database}}
    spec: {containers: [{name: main, image: "postgres:16"}]}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: prepare
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  backoffLimit: 0
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: blue}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app
  annotations: {werf.io/weight: "1"}
spec:
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec: {containers: [{name: main, image: nginx}]}
)";

const std::string settings = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: red}
)";

std::string data_of(const std::string& name, const std::string& data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: " + data + "\n";
}

std::string failing_hook(int exit_code) {
    return R"(apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  backoffLimit: 0
  template:
    metadata: {annotations: {play.slipway.dev/exit-code: ")" +
           std::to_string(exit_code) + R"("}}
    spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
)" + settings;
}

ObjectId in(
    const std::string& space,
    const std::string& group,
    const std::string& kind,
    const std::string& name
) {
    return {.group = group, .kind = kind, .in_namespace = space, .name = name};
}

}  // namespace

TEST_CASE(
    "a Release goes from kubectl apply to Deployed, is upgraded, pruned and deleted",
    "[integration]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("life");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(shop);
    INFO(release.status().waiting_for.size());
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(cluster.exists(in(space, "apps", "Deployment", "app")));

    release.apply(settings);
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 2));
    CHECK_FALSE(cluster.exists(in(space, "apps", "Deployment", "app")));
    CHECK_FALSE(cluster.exists(in(space, "apps", "StatefulSet", "database")));
    CHECK(cluster.exists(in(space, "", "ConfigMap", "settings")));

    const std::string uid = release.uid();
    CHECK_FALSE(cluster.stored_secrets(uid).empty());
    release.remove();
    REQUIRE(release.wait_until_gone());
    CHECK_FALSE(cluster.exists(in(space, "", "ConfigMap", "settings")));
    CHECK(cluster.stored_secrets(uid).empty());
}

TEST_CASE(
    "a hook that fails says so with its exit code's cause, and a new spec mends it", "[integration]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("hook");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(failing_hook(3), "  retry: {limit: 0}\n");
    REQUIRE(release.wait_for(ReleasePhase::Failed));
    const auto failed = release.status();
    CHECK_FALSE(cluster.exists(in(space, "", "ConfigMap", "settings")));
    release.apply(failing_hook(0), "  retry: {limit: 0}\n");
    REQUIRE(release.wait_for(ReleasePhase::Deployed));

    const auto* ready = find_condition(failed, "Ready");
    REQUIRE(ready != nullptr);
    CHECK(ready->reason == "HookFailed");
    CHECK_THAT(ready->message, Catch::Contains("Job/migrate") && Catch::Contains("exit code 3"));
    REQUIRE(failed.hooks.size() == 1);
    CHECK(failed.hooks.front().exit_code == 3);
}

TEST_CASE("a Release from a ConfigMap follows its changes", "[integration]") {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("source");
    RunningOperator running(cluster);
    cluster.kubectl(
        {"create", "configmap", "manifests", "-n", space, "--from-literal=all.yaml=" + settings}
    );
    cluster.apply(
        "apiVersion: slipway.dev/v1alpha1\nkind: Release\nmetadata: {name: shop, namespace: " +
        space +
        "}\nspec:\n  serviceAccountName: deployer\n  sources: [{configMapRef: {name: manifests}}]\n"
    );
    ReleaseUnderTest release(cluster, space, "shop");
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    std::string changed = settings;
    changed.replace(changed.find("red"), 3, "tan");

    cluster.kubectl(
        {"patch",
         "configmap",
         "manifests",
         "-n",
         space,
         "--type=json",
         "-p",
         R"([{"op":"replace","path":"/data/all.yaml","value":"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {colour: tan}\n"}])"}
    );

    REQUIRE(release.wait_for(ReleasePhase::Deployed, 2));
    const auto live = cluster.api().get(
        ports::Identity::itself(), kind_of("", "ConfigMap"), in(space, "", "ConfigMap", "settings")
    );
    REQUIRE(live);
    CHECK(live->text("/data/colour") == "tan");
}

TEST_CASE("an operator that is killed goes on where it was", "[integration]") {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("kill");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(shop);
    REQUIRE(release.wait_for_status([](const ReleaseStatus& status) { return status.revision == 1; }
    ));

    running.kill();
    running.start_again();

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(release.status().history.size() == 1);
}

TEST_CASE(
    "an object that belonged to nobody is taken, and what a later revision drops of it goes",
    "[integration]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("taken");
    const ObjectId taken = in(space, "", "ConfigMap", "taken");
    cluster.kubectl(
        {"create", "-n", space, "-f", "-"}, data_of("taken", "{ours: a, dropped: b, theirs: c}")
    );
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(data_of("taken", "{ours: a, dropped: b}"));
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(cluster.wait_for_event(space, "Adopted", "ConfigMap/taken"));
    REQUIRE(cluster.wait_until(
        *KindCatalog::built_in().find({"", "ConfigMap"}),
        taken,
        [](const auto& live) {
            return live && live->document().dump().find("kubectl-create") == std::string::npos;
        }
    ));
    release.apply(data_of("taken", "{ours: a}"));
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 2));

    const auto live = cluster.find(taken);
    REQUIRE(live);
    CHECK(live->has("/data/ours"));
    CHECK_FALSE(live->has("/data/dropped"));
    CHECK(live->has("/data/theirs"));
}
