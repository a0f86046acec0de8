#include <algorithm>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/shell.hpp"
#include "cli/shells.gen.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::commands {
namespace {

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Shell* shell : shells::all)
        all.emplace_back(shell->name);
    return all;
}

const Shell& shell_named(std::string_view name) {
    return **std::ranges::find(shells::all, name, [](const Shell* shell) { return shell->name; });
}

std::string examples() {
    std::string text = "Examples:";
    for (const Shell* shell : shells::all)
        text += format("\n  {}", shell->installation);
    return text;
}

void add(CLI::App& root, Call& call) {
    const auto name = std::make_shared<std::string>();
    CLI::App& command = *root.add_subcommand("completion", "a script that completes this command");
    command.add_option("shell", *name, "which shell it is for")
        ->required()
        ->check(CLI::IsMember(names()))
        ->type_name("SHELL");
    command.footer(examples());
    command.callback([name, &root, &call] {
        call.streams.out << shell_named(*name).script(subcommands_of(root));
    });
}

}  // namespace

extern const Command completion{.place = 6, .add = add};

}  // namespace slipway::cli::commands
