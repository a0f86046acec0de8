#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/json.hpp"

namespace slipway::cli::commands {
namespace {

constexpr const char* examples = R"(Examples:
  slipway plan -f manifests/                        what an install would do, and why
  helm template shop ./chart | slipway plan -f -    the same of a chart
  slipway plan -f new/ --from old/                  an upgrade: what goes, too
  slipway plan -f manifests/ --operation delete     the way back
  slipway plan -f manifests/ --release shop.yaml    with the settings of a Release
  slipway plan -f manifests/ -o mermaid             a picture for a Markdown page

Exit codes: 0 done; 1 the command line or a file; 3 the content cannot be deployed as it is.)";

struct Options {
    InputOptions input{};
    std::string format = "text";
};

void carry_out(const Options& options, Call& call) {
    const auto planned = plan_of(options.input, call);
    const Format& format = format_named(options.format);
    if (planned) {
        call.streams.out << format.write(*planned, call.paint());
        return;
    }
    call.fail(planned.error());
    if (format.tells_errors) call.streams.out << text_of(errors_document(planned.error()));
}

void add(CLI::App& root, Call& call) {
    const auto options = std::make_shared<Options>();
    CLI::App& command = *root.add_subcommand("plan", "what would be done, in which order, and why");
    add_input_options(command, options->input);
    add_operation_options(command, options->input);
    command.add_option("-o,--output", options->format, "how it is written")
        ->check(CLI::IsMember(format_names(false)))
        ->default_str("text")
        ->type_name("FORMAT");
    command.footer(examples);
    command.callback([options, &call] { carry_out(*options, call); });
}

}  // namespace

extern const Command plan{.place = 1, .add = add};

}  // namespace slipway::cli::commands
