/// Compile: 10 MB of YAML to a plan, against kubectl and Helm reading the same text.
#include <filesystem>
#include <fstream>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "core/plan/plan.hpp"
#include "rig/figures.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;

namespace {

constexpr int objects = 5'000;

/// As charts write them; 2 KB each.
std::string deployment(int number) {
    std::string variables;
    for (int i = 0; i < 16; ++i)
        variables += format(
            "            - name: SETTING_NUMBER_{0}\n              value: \"the value of setting "
            "{0}, "
            "which is a text\"\n",
            i
        );
    return format(
        R"(---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-{0}
  labels:
    app.kubernetes.io/name: app
    app.kubernetes.io/instance: app-{0}
    helm.sh/chart: app-1.2.3
  annotations:
    werf.io/weight: "{1}"
spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/instance: app-{0}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: app
        app.kubernetes.io/instance: app-{0}
    spec:
      containers:
        - name: main
          image: "registry.example.com/team/app:{0}"
          ports:
            - {{name: http, containerPort: 8080, protocol: TCP}}
          resources:
            requests: {{cpu: 100m, memory: 128Mi}}
            limits: {{memory: 256Mi}}
          readinessProbe:
            httpGet: {{path: /healthz, port: http}}
            periodSeconds: 10
          env:
{2})",
        number,
        number % 10,
        variables
    );
}

std::string manifests() {
    std::string text;
    for (int i = 0; i < objects; ++i)
        text += deployment(i);
    return text;
}

}  // namespace

TEST_CASE("compile: ten megabytes of YAML become a plan", "[compile]") {
    const std::string text = manifests();
    std::vector<double> read_seconds;
    std::vector<double> plan_seconds;
    for (int round = 0; round < rounds; ++round) {
        std::vector<SourcedObject> read;
        read_seconds.push_back(seconds_of([&] {
            read = manifest::read_objects("all", text).value();
        }));
        REQUIRE(read.size() == objects);
        plan::Content content{
            .release_name = "bench",
            .release_namespace = "bench",
            .target_namespace = "bench",
            .objects = std::move(read)};
        content = plan::resolve(std::move(content), KindCatalog::built_in()).value();
        plan_seconds.push_back(seconds_of([&] {
            const auto plan =
                plan::compile(content, KindCatalog::built_in(), Operation::Install, {}, {});
            REQUIRE(plan);
        }));
    }
    print(
        "compile",
        format(
            "bytes={} read={:.3f}s plan={:.1f}ms (bar 15)",
            text.size(),
            median(read_seconds),
            median(plan_seconds) * 1000
        )
    );
}
