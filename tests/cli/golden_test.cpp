/// tests/golden/cli: one set of manifests, and what the command writes of it in every form.
/// UPDATE_GOLDEN=1 writes them.
#include <cstdlib>

#include "support/catch.hpp"
#include "support/command_line.hpp"

using namespace slipway::test;

namespace {

const std::string golden = SLIPWAY_SOURCE_DIR "/tests/golden/cli/";

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Row {
    const char* file;
    std::vector<std::string> arguments;
};

const std::vector<Row> rows{
    {"plan.txt", {"plan"}},
    {"coloured.txt", {"plan", "--color", "always"}},
    {"plan.json", {"plan", "-o", "json"}},
    {"plan.yaml.txt", {"plan", "-o", "yaml"}},
    {"plan.dot", {"plan", "-o", "dot"}},
    {"plan.mmd", {"graph", "-o", "mermaid"}},
    {"deletion.txt", {"plan", "--operation", "delete"}},
    {"explain.txt", {"explain", "crontab/nightly"}},
    {"lint.txt", {"lint"}},
    {"lint.json", {"lint", "-o", "json"}},
};

}  // namespace

TEST_CASE("a plan is written in every form as its golden file has it", "[cli][golden]") {
    const CommandLine command;
    const std::string manifests = command.file("shop.yaml", content(golden + "shop.yaml"));
    for (const Row& row : rows) {
        CAPTURE(row.file);
        auto arguments = row.arguments;
        arguments.insert(arguments.end(), {"-f", manifests, "-n", "shop"});

        const Said said = command.run(arguments);

        if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(golden + row.file) << said.out;
        CHECK(said.exit_code == 0);
        CHECK(said.err.empty());
        CHECK(said.out == content(golden + row.file));
    }
}
