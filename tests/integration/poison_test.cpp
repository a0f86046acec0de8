/// A Release whose content crashes the operator, for real: a parser with a defect is loaded into
/// it.
#include <filesystem>

#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string poison =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n"
    "data: {text: poison-that-kills-the-parser}\n";
const std::string sound = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n";

ObjectId app_in(const std::string& space) {
    return {.kind = "ConfigMap", .in_namespace = space, .name = "app"};
}

/// As a container in its pod, whose emptyDir it finds again.
void crash_and_start_again(RunningOperator& running, int times) {
    for (int i = 0; i < times; ++i) {
        CAPTURE(i);
        REQUIRE(running.crashes());
        running.start_again();
    }
}

bool is_left_alone(const ReleaseUnderTest& release) {
    return release.wait_for_status([](const ReleaseStatus& status) {
        const auto stalled = condition_of(status, "Stalled");
        return stalled.status == "True" && stalled.reason == "PoisonPill";
    });
}

}  // namespace

TEST_CASE(
    "a poison Release crashes the operator three times and no more, others go on, and it is mended "
    "by other content",
    "[integration][poison]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("poison");
    const std::string scratch = format("{}/{}", cluster.folder(), space);
    ReleaseUnderTest good(cluster, space, "good");
    ReleaseUnderTest bad(cluster, space, "bad");
    RunningOperator running(
        cluster, {.arguments = {"--scratch", scratch}, .preloaded = SLIPWAY_CRASHING_PARSER}
    );

    bad.apply(poison);
    good.apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n");
    crash_and_start_again(running, 3);

    REQUIRE(is_left_alone(bad));
    CHECK(good.wait_for(ReleasePhase::Deployed, 1));
    CHECK_THAT(
        condition_of(bad.status(), "Stalled").message,
        Catch::Contains("bad: reading its content ended the operator 3 times") &&
            Catch::Contains("Change the content, or set the annotation slipway.dev/retry-at")
    );
    CHECK_FALSE(cluster.exists(app_in(space)));

    bad.apply(sound);
    CHECK(bad.wait_for(ReleasePhase::Deployed, 1));
    bad.remove();
    CHECK(bad.wait_until_gone());
    good.apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: better}\n");
    CHECK(good.wait_for(ReleasePhase::Deployed, 2));
    CHECK(running.stop() == 0);
    CHECK(std::filesystem::is_empty(scratch));
}

TEST_CASE(
    "what is deployed stays where its source becomes poison, through a restart, until it is "
    "deleted or asked to be retried",
    "[integration][poison]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("poison");
    const std::string scratch = format("{}/{}", cluster.folder(), space);
    ReleaseUnderTest release(cluster, space, "web");
    RunningOperator running(
        cluster, {.arguments = {"--scratch", scratch}, .preloaded = SLIPWAY_CRASHING_PARSER}
    );
    release.apply(sound);
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));

    release.apply(poison);
    crash_and_start_again(running, 3);
    REQUIRE(is_left_alone(release));
    CHECK(running.stop() == 0);
    running.start_again();
    ReleaseUnderTest other(cluster, space, "other");
    other.apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n");
    CHECK(other.wait_for(ReleasePhase::Deployed, 1));
    CHECK(running.is_running());
    release.annotate("slipway.dev/retry-at", "now");
    crash_and_start_again(running, 3);
    REQUIRE(is_left_alone(release));

    CHECK(cluster.exists(app_in(space)));
    release.remove();
    CHECK(release.wait_until_gone());
    CHECK_FALSE(cluster.exists(app_in(space)));
}
