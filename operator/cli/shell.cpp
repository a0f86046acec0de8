#include "cli/shell.hpp"

#include <CLI/CLI.hpp>

namespace slipway::cli {
namespace {

void add_flags(std::vector<Flag>& flags, const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_lnames().empty()) continue;
        const auto& brief = option->get_snames();
        flags.push_back({
            .name = "--" + option->get_lnames().front(),
            .brief = brief.empty() ? "" : "-" + brief.front(),
            .text = option->get_description(),
            .takes_value = option->get_items_expected_max() > 0,
            .takes_file = option->get_type_name().starts_with("FILE"),
        });
    }
}

}  // namespace

std::vector<Subcommand> subcommands_of(const CLI::App& root) {
    std::vector<Flag> global;
    add_flags(global, root);
    std::erase_if(global, [](const Flag& flag) { return flag.name == "--help"; });
    std::vector<Subcommand> all;
    for (const CLI::App* command : root.get_subcommands(nullptr)) {
        Subcommand one{.name = command->get_name(), .text = command->get_description()};
        add_flags(one.flags, *command);
        one.flags.insert(one.flags.end(), global.begin(), global.end());
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace slipway::cli
