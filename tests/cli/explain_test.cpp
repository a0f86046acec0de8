#include "support/catch.hpp"
#include "support/command_line.hpp"

using namespace slipway::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* manifests = R"(
apiVersion: v1
kind: ConfigMap
metadata: {name: a, annotations: {werf.io/weight: "-1"}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: other}
---
apiVersion: batch/v1
kind: Job
metadata: {name: twice, annotations: {helm.sh/hook: "pre-install,post-install"}}
)";

}  // namespace

TEST_CASE("an object is found by any name that kubectl has for its kind", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", manifests);
    for (const char* type : {"job", "Job", "jobs", "jobs.batch", "Job.batch", "jobs.v1.batch"}) {
        CAPTURE(type);
        const Said said = command.run({"explain", "-f", file, std::string(type) + "/twice"});
        CHECK(said.exit_code == 0);
        CHECK_THAT(said.out, Contains("Job.batch default/twice\n  from shop.yaml:10:1"));
    }
}

TEST_CASE("each place of a hook that runs twice is explained", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", manifests);

    const Said said = command.run({"explain", "-f", file, "job/twice"});

    CHECK_THAT(said.out, Contains("run in stage 1 of 4 (pre-install hook Job/twice), step 1"));
    CHECK_THAT(said.out, Contains("run in stage 4 of 4 (post-install hook Job/twice), step 1"));
}

TEST_CASE("objects of one name in several namespaces are all explained", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", manifests);

    const Said said = command.run({"explain", "-f", file, "cm/a"});

    CHECK_THAT(said.out, Contains("ConfigMap default/a\n"));
    CHECK_THAT(said.out, Contains("werf.io/weight=-1\n    group -1\n"));
    CHECK_THAT(said.out, Contains("ConfigMap other/a\n"));
    CHECK_THAT(said.out, Contains("no annotation speaks of its order"));
}

TEST_CASE("an object without a place in the operation says so", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", manifests);

    const Said said = command.run({"explain", "-f", file, "job/twice", "--operation", "upgrade"});

    CHECK_THAT(said.out, Contains("has no place in this upgrade"));
}

TEST_CASE("what is not there is an error with what is called alike", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", manifests);

    CHECK(
        command.run({"explain", "-f", file, "secret/a"}).err ==
        "error: secret/a is not among these manifests; of this name there is ConfigMap/a, "
        "ConfigMap/a\n"
    );
    CHECK(command.run({"explain", "-f", file, "a"}).exit_code == 1);
}
