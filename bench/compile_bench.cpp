/// Compile: 10 MB of YAML to a plan, against kubectl and Helm reading the same text.
#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "core/plan/plan.hpp"
#include "edge/runtime/at_once.hpp"
#include "rig/figures.hpp"
#include "rig/peers.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;

namespace {

constexpr int objects = 5'000;

/// As charts write them; 2 KB each.
std::string deployment(int number) {
    std::string variables;
    for (int i = 0; i < 12; ++i)
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

std::string manifests(int first, int end) {
    std::string text;
    for (int i = first; i < end; ++i)
        text += deployment(i);
    return text;
}

/// As ten files.
Chart written() {
    constexpr int files = 10;
    std::vector<std::string> texts;
    for (int i = 0; i < files; ++i)
        texts.push_back(manifests(i * objects / files, (i + 1) * objects / files));
    return Chart(texts);
}

struct Compiled {
    double read = 0;
    double plan = 0;
};

Compiled compile(const manifest::NamedText& named) {
    Compiled seconds;
    std::vector<SourcedObject> read;
    seconds.read = seconds_of([&] {
        read = manifest::read_sources({&named, 1}, runtime::at_once).value();
    });
    REQUIRE(read.size() == objects);
    plan::Content content{
        .release_name = "bench",
        .release_namespace = "bench",
        .target_namespace = "bench",
        .objects = std::move(read)};
    seconds.read += seconds_of([&] {
        content =
            plan::resolve(std::move(content), KindCatalog::built_in(), runtime::at_once).value();
    });
    seconds.plan = seconds_of([&] {
        REQUIRE(plan::compile(content, KindCatalog::built_in(), Operation::Install, {}, {}));
    });
    return seconds;
}

}  // namespace

TEST_CASE("compile: ten megabytes of YAML become a plan", "[compile]") {
    const std::string text = manifests(0, objects);
    const Chart chart = written();
    const Helm helm;
    std::vector<double> plans;

    // No cluster beside these two: it would take a part of the processors.
    const auto seconds = in_turns(
        {[&] {
             const Compiled one = compile({"all", text});
             plans.push_back(one.plan);
             return one.read + one.plan;
         },
         [&] { return seconds_of([&] {
                   helm.run({"template", "bench", chart.path()});
               }); }}
    );
    const double slipway = median(seconds[0]);
    const double with_helm = median(seconds[1]);
    print(
        "compile",
        format(
            "helm/slipway={:.1f} {} slipway={:.3f}s plan={:.1f}ms {} helm={:.3f}s bytes={}",
            with_helm / slipway,
            at_least(with_helm / slipway, 5),
            slipway,
            median(plans) * 1000,
            against(median(plans) * 1000, 15),
            with_helm,
            text.size()
        )
    );

    // Which asks the server of every object.
    World world;
    const Peers peers(world);
    const auto by_kubectl = in_turns(
        {[&] {
             const Compiled one = compile({"all", text});
             return one.read + one.plan;
         },
         [&] {
             return seconds_of([&] {
                 peers.kubectl({"apply", "--dry-run=client", "-o", "name", "-f", chart.templates()}
                 );
             });
         }}
    );
    const double ratio = median(by_kubectl[1]) / median(by_kubectl[0]);
    print(
        "compile",
        format(
            "kubectl/slipway={:.1f} {} slipway={:.3f}s kubectl={:.2f}s",
            ratio,
            at_least(ratio, 5),
            median(by_kubectl[0]),
            median(by_kubectl[1])
        )
    );
}
