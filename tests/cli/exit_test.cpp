#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/command_line.hpp"

using namespace slipway;
using namespace slipway::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string bad_weight =
    "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations:\n"
    "    helm.sh/hook: pre-install\n    helm.sh/hook-weight: '1.0'\n";
const std::string bad_hook =
    "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations:\n"
    "    helm.sh/hook: before-install\n";

}  // namespace

TEST_CASE("a refused plan exits with 3 and names the place", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", bad_hook);

    const Said said = command.run({"plan", "-f", file});

    CHECK(said.exit_code == 3);
    CHECK(said.out.empty());
    CHECK_THAT(said.err, Contains("error: shop.yaml:1:1 (document 1, Job/migrate): helm.sh/hook:"));
}

TEST_CASE("in JSON the errors of a refused plan stand on the output too", "[cli]") {
    const CommandLine command;
    const auto file = command.file("shop.yaml", bad_hook);

    const Said said = command.run({"plan", "-f", file, "-o", "json"});

    const json document = json::parse(said.out);
    REQUIRE(document.at("errors").size() == 1);
    const json& error = document["errors"][0];
    CHECK(said.exit_code == 3);
    CHECK_FALSE(said.err.empty());
    CHECK(error.at("reason") == "InvalidAnnotation");
    CHECK_THAT(error.at("file").get<std::string>(), Catch::Matchers::EndsWith("shop.yaml"));
    CHECK(error.at("line") == 1);
    CHECK(error.at("object") == "Job/migrate");
}

TEST_CASE("lint exits with 0, with 1 for warnings where it is strict, with 3 for errors", "[cli]") {
    const CommandLine command;
    const auto warned = command.file("warned.yaml", bad_weight);
    const auto refused = command.file("refused.yaml", bad_hook);

    CHECK(command.run({"lint", "-f", warned}).exit_code == 0);
    CHECK(command.run({"lint", "--strict", "-f", warned}).exit_code == 1);
    CHECK(command.run({"lint", "-f", refused}).exit_code == 3);
}

TEST_CASE("what is only for information passes a strict lint", "[cli]") {
    const CommandLine command;
    const auto file = command.file(
        "monitor.yaml", "apiVersion: example.com/v1\nkind: Monitor\nmetadata: {name: a}\n"
    );

    const Said said = command.run({"lint", "--strict", "-f", file});

    CHECK(said.exit_code == 0);
    CHECK_THAT(said.out, Contains("info SLW031"));
}

TEST_CASE("a wrong command line exits with 1 and names what is wrong", "[cli]") {
    const CommandLine command;

    const Said said = command.run({"plan", "-o", "xml"});

    CHECK(said.exit_code == 1);
    CHECK_THAT(said.err, Contains("xml"));
}

TEST_CASE("a mistyped subcommand is told of, with what was meant", "[cli]") {
    const CommandLine command;

    CHECK_THAT(
        command.run({"pln", "-f", "x"}).err,
        Contains("error: there is no command \"pln\"; did you mean plan?")
    );
    CHECK_THAT(
        command.run({"deploy"}).err,
        Contains("the commands are plan, lint, explain, graph, version, completion")
    );
    CHECK(command.run({"pln"}).exit_code == 1);
}

TEST_CASE("without arguments there is help", "[cli]") {
    const Said said = CommandLine().run({});

    CHECK(said.exit_code == 0);
    CHECK_THAT(said.out, Contains("Subcommands:"));
}

TEST_CASE("every subcommand has help with examples", "[cli]") {
    const CommandLine command;
    for (const char* name : {"plan", "lint", "explain", "graph", "version"}) {
        const Said said = command.run({name, "--help"});
        CHECK(said.exit_code == 0);
        CHECK_THAT(said.out, Contains("Examples:\n  slipway " + std::string(name)));
    }
}

TEST_CASE("an upgrade deletes what left, and a deletion what was there", "[cli]") {
    const CommandLine command;
    const auto before =
        command.file("old.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: old}\n");
    const auto after =
        command.file("new.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n");

    const Said upgrade = command.run({"plan", "-f", after, "--from", before});
    const Said deletion = command.run({"plan", "-f", after, "--operation", "delete"});

    CHECK_THAT(upgrade.out, Contains("Upgrade: 2 stages, 2 units"));
    CHECK_THAT(upgrade.out, Contains("delete ConfigMap default/old"));
    CHECK_THAT(deletion.out, Contains("delete ConfigMap default/new"));
}

TEST_CASE("the version is told for people and for machines", "[cli]") {
    const CommandLine command;

    CHECK(command.run({"version"}).out == "slipway 1.2.3\n");
    CHECK(
        json::parse(command.run({"version", "-o", "json"}).out) ==
        json({{"version", "1.2.3"}, {"apiVersion", "slipway.dev/v1alpha1"}})
    );
}
