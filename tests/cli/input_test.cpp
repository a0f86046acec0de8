#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/command_line.hpp"

using namespace slipway;
using namespace slipway::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::string config_map(const std::string& name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n";
}

/// The names of the ConfigMaps that the plan applies, in its order.
std::string applied(const Said& said) {
    std::string names;
    for (const auto line : split(said.out, '\n')) {
        const auto at = line.find("ConfigMap ");
        if (at == line.npos) continue;
        const auto name = line.substr(line.find('/', at) + 1);
        names += std::string(name.substr(0, name.find(' '))) + " ";
    }
    return names;
}

std::string digest(const Said& said) { return said.out.substr(0, said.out.find('\n')); }

constexpr const char* release = R"(
apiVersion: slipway.dev/v1alpha1
kind: Release
metadata: {name: shop, namespace: shop}
spec:
  serviceAccountName: deployer
  targetNamespace: front
  sources:
    - inline: |
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
)";

}  // namespace

TEST_CASE("files are read in the order in which they are named", "[cli]") {
    const CommandLine command;
    const auto one = command.file("1.yaml", config_map("one"));
    const auto two = command.file("2.yaml", config_map("two"));

    CHECK(applied(command.run({"plan", "-f", two, "-f", one})) == "two one ");
    CHECK(applied(command.run({"plan", "-f", one + "," + two})) == "one two ");
}

TEST_CASE("of a folder its manifests are read by name, and -R goes below", "[cli]") {
    const CommandLine command;
    command.file("app/b.yaml", config_map("b"));
    command.file("app/a.json", R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})");
    command.file("app/c.yml", config_map("c"));
    command.file("app/notes.txt", "not: read");
    command.file("app/below/d.yaml", config_map("d"));
    const std::string app = command.folder() + "/app";

    CHECK(applied(command.run({"plan", "-f", app})) == "a b c ");
    CHECK(applied(command.run({"plan", "-R", "-f", app})) == "a b d c ");
}

TEST_CASE("- is the standard input", "[cli]") {
    const CommandLine command;

    const Said said = command.run({"lint", "-f", "-"}, "apiVersion: v1\nkind: ConfigMap\n");

    CHECK(said.exit_code == 3);
    CHECK_THAT(said.err, StartsWith("error: stdin:1:1"));
}

TEST_CASE("the Release decides names and namespaces, and has content of its own", "[cli]") {
    const CommandLine command;
    const auto of_release = command.file("release.yaml", release);
    const auto manifests = command.file("manifests.yaml", config_map("settings"));

    const Said inline_content = command.run({"plan", "--release", of_release});
    const Said alone = command.run({"plan", "-f", of_release});
    const Said beside = command.run({"plan", "-f", manifests, "--release", of_release});

    CHECK_THAT(inline_content.out, Contains("ConfigMap front/settings"));
    CHECK(alone.out == inline_content.out);
    CHECK(digest(beside) == digest(inline_content));
}

TEST_CASE("what cannot be read is an error that says what to do", "[cli]") {
    struct Row {
        std::vector<std::string> arguments;
        std::string error;
    };
    const CommandLine command;
    const auto two = command.file("two.yaml", std::string(release) + "---\n" + config_map("a"));
    const auto referring = command.file(
        "referring.yaml",
        "apiVersion: slipway.dev/v1alpha1\nkind: Release\nmetadata: {name: shop, namespace: shop}\n"
        "spec: {sources: [{configMapRef: {name: manifests}}]}\n"
    );
    command.file("empty/notes.txt", "");
    const std::vector<Row> rows{
        {{"plan"}, "error: there is nothing to read; name manifests with -f\n"},
        {{"plan", "-f", "nowhere.yaml"}, "error: nowhere.yaml: there is no such file or folder\n"},
        {{"plan", "-f", command.folder() + "/empty"},
         "error: empty: holds no .yaml, .yml or .json file; -R looks into the folders below it "
         "too\n"},
        {{"plan", "-f", "https://example.com/a.yaml"},
         "error: https://example.com/a.yaml: URLs are not read; fetch it first: curl -sL URL | "
         "slipway ... -f -\n"},
        {{"plan", "--release", two},
         "error: two.yaml: --release takes a file with one Release and nothing else\n"},
        {{"plan", "--release", referring},
         "error: spec.sources[0] of Release/shop is in the cluster; give its manifests with -f, in "
         "the order of the sources\n"},
    };

    for (const Row& row : rows) {
        const Said said = command.run(row.arguments);
        CHECK(said.err == row.error);
        CHECK(said.exit_code != 0);
        CHECK(said.out.empty());
    }
}
