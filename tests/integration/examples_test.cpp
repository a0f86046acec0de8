/// The examples, applied from their files as a reader would, come to what they announce.
#include <algorithm>

#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

void apply_file(const LocalCluster& cluster, const std::string& file) {
    cluster.kubectl({"apply", "-f", std::string(SLIPWAY_SOURCE_DIR) + "/examples/" + file});
}

/// An example's namespace and account, an operator, and the Release to be applied.
struct Example {
    Example(const std::string& name, const std::string& release_name)
        : space(name + "-example"), release(cluster, space, release_name) {
        apply_file(cluster, name + "/namespace.yaml");
        apply_file(cluster, name + "/rbac.yaml");
    }

    std::optional<Object> find(
        const std::string& group, const std::string& kind, const std::string& name
    ) const {
        return cluster.find({.group = group, .kind = kind, .in_namespace = space, .name = name});
    }
    std::optional<Object> deployment(const std::string& name) const {
        return find("apps", "Deployment", name);
    }
    std::optional<Object> job(const std::string& name) const { return find("batch", "Job", name); }

    LocalCluster& cluster = LocalCluster::shared();
    std::string space;
    RunningOperator running{cluster};
    ReleaseUnderTest release;
};

bool succeeded(const std::optional<Object>& job) {
    return job && job->integer("/status/succeeded", 0) == 1;
}

std::int64_t ready_replicas(const std::optional<Object>& workload) {
    return workload ? workload->integer("/status/readyReplicas", 0) : 0;
}

bool ran_one_after_the_other(const std::vector<StageProgress>& stages) {
    const auto overlaps = [](const StageProgress& one, const StageProgress& next) {
        return one.state != ProgressState::Done || *one.finished_at > *next.started_at;
    };
    return std::ranges::adjacent_find(stages, overlaps) == stages.end();
}

}  // namespace

TEST_CASE(
    "werf's example orders by weight, waits for somebody else's Secret, and upgrades what changed",
    "[integration][example]"
) {
    Example werf("werf", "shop");

    apply_file(werf.cluster, "werf/release.yaml");
    REQUIRE(werf.release.wait_for_waiting("my-dynamic-vault-secret"));
    CHECK(succeeded(werf.job("database-migrations")));
    CHECK_FALSE(werf.deployment("app1"));
    CHECK_FALSE(werf.deployment("app2"));

    werf.cluster.kubectl(
        {"create",
         "secret",
         "generic",
         "my-dynamic-vault-secret",
         "-n",
         werf.space,
         "--from-literal=token=t"}
    );
    REQUIRE(werf.release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(ran_one_after_the_other(werf.release.status().stages));
    CHECK(succeeded(werf.job("report-after")));
    const auto app1 = werf.deployment("app1").value();
    const auto check_before = werf.job("check-before").value();

    apply_file(werf.cluster, "werf/release-upgrade.yaml");
    REQUIRE(werf.release.wait_for(ReleasePhase::Deployed, 2));
    CHECK(ready_replicas(werf.deployment("app2")) == 2);
    CHECK(werf.deployment("app1")->generation() == app1.generation());
    CHECK_FALSE(werf.find("", "ConfigMap", "announcement"));
    CHECK(werf.job("check-before")->uid() != check_before.uid());
}

TEST_CASE(
    "KOTS' example waits for three properties, and is deleted in phases", "[integration][example]"
) {
    Example kots("kots", "pipeline");
    const ObjectId definition{
        .group = "apiextensions.k8s.io",
        .kind = "CustomResourceDefinition",
        .name = "myresources.example.com"};
    const auto patch = [&](std::vector<std::string> object, const std::string& with) {
        std::vector<std::string> command{"patch", "-n", kots.space, "--type=merge", "-p", with};
        command.insert(command.end(), object.begin(), object.end());
        kots.cluster.kubectl(command);
    };

    apply_file(kots.cluster, "kots/release.yaml");
    REQUIRE(kots.release.wait_for_waiting("MyResource/my-resource: .status.tasks.extract"));
    CHECK(ready_replicas(kots.find("apps", "StatefulSet", "postgresql")) == 1);
    for (const std::string task : {"extract", "transform", "load"}) {
        CHECK_FALSE(kots.deployment("worker"));
        patch(
            {"myresource", "my-resource", "--subresource=status"},
            R"({"status": {"tasks": {")" + task + R"(": true}}})"
        );
    }
    REQUIRE(kots.release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(ready_replicas(kots.deployment("worker")) == 1);

    patch({"statefulset/postgresql"}, R"({"metadata": {"finalizers": ["example.com/held"]}})");
    kots.release.remove();
    REQUIRE(kots.release.wait_for_waiting("StatefulSet/postgresql: is being deleted"));
    CHECK_FALSE(kots.deployment("worker"));
    CHECK(kots.cluster.exists(definition));

    patch({"statefulset/postgresql"}, R"({"metadata": {"finalizers": null}})");
    REQUIRE(kots.release.wait_until_gone());
    CHECK_FALSE(kots.cluster.exists(definition));
}

TEST_CASE(
    "Helm's example runs its hooks by weight, is stopped by one that fails, and mended by a new "
    "spec",
    "[integration][example]"
) {
    Example helm("helm", "blog");
    const auto version = [&] {
        return helm.deployment("blog")->text("/spec/template/metadata/labels/version");
    };

    apply_file(helm.cluster, "helm/release.yaml");
    REQUIRE(helm.release.wait_for(ReleasePhase::Deployed, 1));
    std::vector<std::string> hooks;
    for (const HookProgress& hook : helm.release.status().hooks) {
        hooks.push_back(hook.name);
        CHECK(hook.state == ProgressState::Done);
    }
    CHECK(hooks == std::vector<std::string>{"first", "second", "third", "notify"});

    apply_file(helm.cluster, "helm/release-failing.yaml");
    REQUIRE(helm.release.wait_for(ReleasePhase::Failed, 2));
    const auto failed = helm.release.status();
    CHECK(std::ranges::any_of(failed.hooks, [](const HookProgress& hook) {
        return hook.name == "backup" && hook.state == ProgressState::Failed;
    }));
    CHECK(condition_of(failed, "Ready").status == "False");
    CHECK_THAT(condition_of(failed, "Ready").message, Catch::Contains("exit code 3"));
    CHECK(version() == "v1");

    apply_file(helm.cluster, "helm/release-mended.yaml");
    REQUIRE(helm.release.wait_for(ReleasePhase::Deployed, 3));
    CHECK(version() == "v2");
    CHECK(ready_replicas(helm.deployment("blog")) == 2);
}
