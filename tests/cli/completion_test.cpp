#include <array>
#include <cstdio>

#include "support/catch.hpp"
#include "support/command_line.hpp"

using namespace slipway::test;
using Catch::Matchers::Contains;

namespace {

/// What bash offers behind these words, the last of which is being typed.
std::string completed(const CommandLine& command, const std::string& words) {
    const auto script = command.file("completion.bash", command.run({"completion", "bash"}).out);
    const auto run = command.file(
        "run.bash",
        "source " + script + "\nCOMP_WORDS=(" + words +
            ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_slipway\necho \"${COMPREPLY[*]}\"\n"
    );
    FILE* pipe = popen(("bash " + run).c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> piece{};
    while (fgets(piece.data(), piece.size(), pipe) != nullptr)
        text += piece.data();
    REQUIRE(pclose(pipe) == 0);
    return text;
}

}  // namespace

TEST_CASE("bash completes subcommands and their flags", "[cli]") {
    const CommandLine command;

    CHECK(completed(command, "slipway pl") == "plan\n");
    CHECK(
        completed(command, "slipway ''") == "plan lint explain graph version completion --help\n"
    );
    CHECK(completed(command, "slipway plan --fi") == "--filename\n");
    CHECK(completed(command, "slipway lint -f x --st") == "--strict\n");
    CHECK(completed(command, "slipway plan --col") == "--color\n");
    CHECK(completed(command, "slipway plan -f ma") == "\n");
}

TEST_CASE("the other shells get every subcommand and flag too", "[cli]") {
    const CommandLine command;

    const std::string zsh = command.run({"completion", "zsh"}).out;
    const std::string fish = command.run({"completion", "fish"}).out;

    CHECK_THAT(zsh, Contains("'plan:what would be done, in which order, and why'"));
    CHECK_THAT(zsh, Contains("'*--release["));
    CHECK_THAT(zsh, Contains("'*--recursive[also what is in the folders below]'"));
    CHECK_THAT(fish, Contains("-a plan -d 'what would be done, in which order, and why'"));
    CHECK_THAT(fish, Contains("__fish_seen_subcommand_from plan' -l filename -s f -rF -d "));
}

TEST_CASE("a shell that there is no script for is refused", "[cli]") {
    CHECK(CommandLine().run({"completion", "tcsh"}).exit_code == 1);
}
