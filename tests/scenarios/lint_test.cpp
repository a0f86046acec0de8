/// What the linter finds, as a Release says it; and that the command says the same of its content.
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/command_line.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string with_a_bad_weight = R"(
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-weight: "first"}
spec: {}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
)";

const std::string told =
    "Lint: the linter has 1 warning about the manifests; status.warnings says "
    "what to do";

const Warning* warning_of(const ReleaseStatus& status, std::string_view rule) {
    const auto found = std::ranges::find(status.warnings, rule, &Warning::rule);
    return found == status.warnings.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("status carries what the linter finds, and one Event says how much", "[scenario][lint]") {
    FakeWorld world;
    world.release(with_a_bad_weight);

    world.run_to_the_end();

    const ReleaseStatus status = world.status();
    CHECK(status.phase == ReleasePhase::Deployed);
    REQUIRE(warning_of(status, "SLW001") != nullptr);
    CHECK(warning_of(status, "SLW001")->object == "Job/migrate");
    CHECK(std::ranges::count(world.recorder.events, told) == 1);
}

TEST_CASE("a strict Release with warnings is refused, and writes nothing", "[scenario][lint]") {
    FakeWorld world;
    world.release(with_a_bad_weight, {{"strict", true}});

    world.run_to_the_end();

    const ReleaseStatus status = world.status();
    CHECK(status.phase == ReleasePhase::Failed);
    CHECK(find_condition(status, "Stalled") != nullptr);
    CHECK_THAT(
        find_condition(status, "Ready")->message,
        Catch::Matchers::Contains("spec.strict allows no warnings") &&
            Catch::Matchers::Contains("Job/migrate (SLW001)")
    );
    CHECK(world.cluster.log().empty());
}

TEST_CASE("what is only for information passes a strict Release", "[scenario][lint]") {
    FakeWorld world;
    world.release(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, annotations: "
        "{helm.sh/hook: pre-install}}\nspec: {}\n",
        {{"strict", true}}
    );

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(warning_of(world.status(), "SLW013") != nullptr);
}

TEST_CASE("the command has the digest that status has, of the same content", "[scenario][lint]") {
    FakeWorld world;
    const nlohmann::json spec{{"targetNamespace", "shop"}, {"dialects", {"helm", "kots"}}};
    world.release(with_a_bad_weight, spec);
    world.run_to_the_end();
    const CommandLine command;
    const auto manifests = command.file("manifests.yaml", with_a_bad_weight);
    nlohmann::json release{
        {"apiVersion", "slipway.dev/v1alpha1"},
        {"kind", "Release"},
        {"metadata", {{"name", FakeWorld::release_id().name.text()}, {"namespace", "shop"}}},
        {"spec", spec},
    };
    release["spec"]["sources"] = {{{"inline", with_a_bad_weight}}};
    const auto of_release = command.file("release.json", release.dump());

    for (const auto& arguments :
         {std::vector<std::string>{"plan", "-o", "json", "-f", of_release},
          {"plan", "-o", "json", "-f", manifests, "--release", of_release}}) {
        const auto document = nlohmann::json::parse(command.run(arguments).out);
        CHECK(document.at("digest") == world.status().observed_digest);
    }
}
