#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/format.hpp"

namespace slipway::cli::commands {
namespace {

constexpr const char* examples = R"(Examples:
  slipway graph -f manifests/ | dot -Tsvg > plan.svg
  slipway graph -f manifests/ -o mermaid            for a Markdown page
  slipway graph -f manifests/ -o text)";

struct Options {
    InputOptions input{};
    std::string format = "dot";
};

void carry_out(const Options& options, Call& call) {
    const auto planned = plan_of(options.input, call);
    if (!planned) return call.fail(planned.error());
    call.streams.out << format_named(options.format).write(*planned, call.paint());
}

void add(CLI::App& root, Call& call) {
    const auto options = std::make_shared<Options>();
    CLI::App& command = *root.add_subcommand("graph", "the plan as a picture: what waits for what");
    add_input_options(command, options->input);
    add_operation_options(command, options->input);
    command.add_option("-o,--output", options->format, "how it is drawn")
        ->check(CLI::IsMember(format_names(true)))
        ->default_str("dot")
        ->type_name("FORMAT");
    command.footer(examples);
    command.callback([options, &call] { carry_out(*options, call); });
}

}  // namespace

extern const Command graph{.place = 4, .add = add};

}  // namespace slipway::cli::commands
