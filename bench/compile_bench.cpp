/// Compile: 10 MB of YAML to a plan, against kubectl and Helm reading the same text.
#include <filesystem>
#include <fstream>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "core/plan/plan.hpp"
#include "edge/runtime/at_once.hpp"
#include "rig/figures.hpp"
#include "rig/world.hpp"
#include "support/build_script.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace slipway;
using namespace slipway::bench;
namespace fs = std::filesystem;

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

/// A folder with the text as a file, and as a chart of ten templates: Helm reads no larger ones.
class Written {
public:
    Written() {
        fs::create_directories(chart() + "/templates");
        std::ofstream(chart() + "/Chart.yaml") << "apiVersion: v2\nname: bench\nversion: 1.0.0\n";
        std::ofstream(file()) << manifests(0, objects);
        constexpr int templates = 10;
        for (int i = 0; i < templates; ++i) {
            std::ofstream(format("{}/templates/{}.yaml", chart(), i))
                << manifests(i * objects / templates, (i + 1) * objects / templates);
        }
    }

    std::string file() const { return folder_.path() + "/all.yaml"; }
    std::string chart() const { return folder_.path() + "/chart"; }

private:
    test::TemporaryFolder folder_{};
};

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
    const Written written;
    const std::string helm = test::built_by({"bash", SLIPWAY_SOURCE_DIR "/bench/helm.sh"});
    World world;
    std::vector<double> plans;

    const auto seconds = in_turns(
        {[&] {
             const Compiled one = compile({"all", text});
             plans.push_back(one.plan);
             return one.read + one.plan;
         },
         [&] {
             return seconds_of([&] {
                 // A reader of ours at the other end of a pipe would hold Helm up.
                 const auto rendered = test::run_command(
                     {"bash",
                      "-c",
                      R"(exec "$0" template bench "$1" > /dev/null)",
                      helm,
                      written.chart()}
                 );
                 REQUIRE(rendered.exit_code == 0);
             });
         },
         [&] {
             return seconds_of([&] {
                 world.cluster().kubectl(
                     {"apply", "--dry-run=client", "-o", "name", "-f", written.file()}
                 );
             });
         }}
    );

    const double slipway = median(seconds[0]);
    const double with_helm = median(seconds[1]);
    const double with_kubectl = median(seconds[2]);
    print(
        "compile",
        format(
            "helm/slipway={:.1f} (bar 5) kubectl/slipway={:.1f} (bar 5) slipway={:.3f}s "
            "plan={:.1f}ms "
            "(bar 15) helm={:.3f}s kubectl={:.2f}s bytes={}",
            with_helm / slipway,
            with_kubectl / slipway,
            slipway,
            median(plans) * 1000,
            with_helm,
            with_kubectl,
            text.size()
        )
    );
}
