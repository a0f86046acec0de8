/// Workloads whose pods cannot run, before real controllers and played kubelets.
#include <chrono>

#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;

namespace {

/// A Deployment whose pods play this.
std::string deployment(const std::string& play, const std::string& selector) {
    return R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: )" +
           selector + R"(
  template:
    metadata: {labels: {app: web}, annotations: {)" +
           play + R"(}}
    spec: {containers: [{name: main, image: "example.com/web:1"}]}
)";
}

const std::string by_label = "{matchLabels: {app: web}}";
const std::string by_expression = "{matchExpressions: [{key: app, operator: In, values: [web]}]}";
const std::string no_retry = "  retry: {limit: 0}\n";

/// The condition Ready of a Release that failed with this Deployment.
StatusCondition failure_of(const std::string& manifest, OperatorOptions options = {}) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("pods");
    RunningOperator running(cluster, std::move(options));
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(manifest, no_retry);
    REQUIRE(release.wait_for(ReleasePhase::Failed));
    return condition_of(release.status(), "Ready");
}

}  // namespace

TEST_CASE("a crash loop fails the release with the pod's reason", "[integration][pods]") {
    const std::string selector = GENERATE(by_label, by_expression);
    CAPTURE(selector);

    const auto ready = failure_of(deployment(
        R"(play.slipway.dev/crash-loop: "true", play.slipway.dev/exit-code: "4",
       play.slipway.dev/message: "no such table")",
        selector
    ));

    CHECK_THAT(
        ready.message,
        Catch::Contains("Deployment/web: ") && Catch::Contains("Pod/web-") &&
            Catch::Contains("CrashLoopBackOff after 3 restarts, last exit code 4: no such table")
    );
}

TEST_CASE(
    "an image that nobody can pull fails the release when the operator's patience is at its end",
    "[integration][pods]"
) {
    const auto begun = std::chrono::steady_clock::now();

    const auto ready = failure_of(
        deployment(R"(play.slipway.dev/image-pull-error: "true")", by_label),
        {.arguments = {"--image-pull-patience", "5s"}}
    );

    // A pod tells its start in whole seconds.
    CHECK(std::chrono::steady_clock::now() - begun >= 4s);
    CHECK_THAT(
        ready.message, Catch::Contains("Pod/web-") && Catch::Contains("waits: ImagePullBackOff")
    );
}
