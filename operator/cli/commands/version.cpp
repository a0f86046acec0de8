
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "core/model/release.hpp"

namespace slipway::cli::commands {
namespace {

ordered_json version_document(const Call& call) {
    return {
        {"version", call.version},
        {"apiVersion", std::string(release_group) + "/" + std::string(release_version)},
    };
}

void add(CLI::App& root, Call& call) {
    const auto format = std::make_shared<std::string>("text");
    CLI::App& command = *root.add_subcommand("version", "the version of this command");
    command.add_option("-o,--output", *format, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT");
    command.footer("Examples:\n  slipway version -o json");
    command.callback([format, &call] {
        if (*format == "json") {
            call.streams.out << text_of(version_document(call));
        } else {
            call.streams.out << "slipway " << call.version << "\n";
        }
    });
}

}  // namespace

extern const Command version{.place = 5, .add = add};

}  // namespace slipway::cli::commands
