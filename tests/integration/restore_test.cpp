/// etcd is restored from a backup under an operator that lives on.
#include <filesystem>

#include "healthy_release.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"
#include "support/temporary_folder.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;

namespace {

std::string settings(const std::string& text) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {text: " + text +
           "}\n";
}

/// With the control plane at rest, as etcd's own tools want it.
template <class Change>
void while_down(const LocalCluster& cluster, const Change& change) {
    cluster.control("kill", "kube-apiserver");
    cluster.control("kill", "etcd");
    change(std::filesystem::path(cluster.folder()) / "etcd");
    cluster.control("start", "etcd");
    cluster.control("start", "kube-apiserver");
}

void replace(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::remove_all(to);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
}

}  // namespace

TEST_CASE(
    "after a restore of etcd the same process goes on from what the cluster holds",
    "[integration][restore]"
) {
    LocalCluster cluster;  // Nobody else's past is to be lost.
    const TemporaryFolder folder;
    const auto backup = std::filesystem::path(folder.path()) / "etcd";
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    const std::string space = cluster.make_namespace("restored");
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(settings("first"));
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
    while_down(cluster, [&](const auto& etcd) { replace(etcd, backup); });
    release.apply(settings("second"));
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 2));

    while_down(cluster, [&](const auto& etcd) { replace(backup, etcd); });
    release.apply(settings("third"));

    CHECK(cluster.wait_until(
        kind_of("", "ConfigMap"),
        {.kind = "ConfigMap", .in_namespace = space, .name = "settings"},
        [](const auto& live) { return live && live->text("/data/text") == "third"; },
        120s
    ));
    CHECK(release.wait_for(ReleasePhase::Deployed, 2));
    CHECK(release.status().attempt == 1);
    CHECK(running.is_running());
    healthy.check_kept();
}
