#include "cli/run.hpp"

#include <algorithm>
#include <map>
#include <ostream>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/commands.gen.hpp"
#include "core/base/text.hpp"
#include "core/dialect/spelling.hpp"

namespace slipway::cli {
namespace {

const std::map<std::string, Colours> colour_words{
    {"auto", Colours::Auto}, {"always", Colours::Always}, {"never", Colours::Never}};

void add_global_options(CLI::App& root, GlobalOptions& options) {
    root.add_option(
            "-n,--namespace",
            options.in_namespace,
            "of the release, and of objects that name none; default: the Release's, else "
            "\"default\""
    )
        ->type_name("NAME");
    root.add_option_function<std::string>(
            "--color",
            [&options](const std::string& word) { options.colours = colour_words.at(word); },
            "auto, always or never; NO_COLOR is obeyed"
    )
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->default_str("auto")
        ->type_name("WHEN");
}

std::vector<const Command*> in_order() {
    std::vector<const Command*> all(std::begin(commands::all), std::end(commands::all));
    std::ranges::sort(all, {}, [](const Command* command) { return command->place; });
    return all;
}

std::string unknown_subcommand(const CLI::App& root, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : root.get_subcommands(nullptr))
        names.push_back(command->get_name());
    const auto meant = dialect::nearest(word, {names.begin(), names.end()});
    const std::string hint =
        meant ? format("did you mean {}?", *meant) : "the commands are " + join(names, ", ");
    return format("there is no command \"{}\"; {}", word, hint);
}

/// CLI11 only says that a subcommand is missing.
std::string message_of(const CLI::App* root, const CLI::Error& error) {
    const auto rest = root->remaining();
    const bool is_unknown = root->get_subcommands().empty() && !rest.empty();
    const std::string what = is_unknown ? unknown_subcommand(*root, rest.front()) : error.what();
    return format("error: {}\nRun slipway --help for what there is.\n", what);
}

/// What CLI11 has to say, where kubectl's users look for it; its own codes beyond 0 all mean that
/// the command line was wrong.
int tell(const CLI::App& root, const CLI::ParseError& error, const Streams& streams) {
    return root.exit(error, streams.out, streams.err) == 0 ? 0 : static_cast<int>(Exit::Failed);
}

}  // namespace

void build(CLI::App& root, Call& call) {
    root.name("slipway");
    root.description(
        "Shows what Slipway would do with manifests, in which order and why, and what in their\n"
        "annotations does not mean what it seems to."
    );
    root.require_subcommand(1);
    root.failure_message(message_of);
    // Global options may stand behind the subcommand too, as with kubectl.
    root.fallthrough();
    add_global_options(root, call.options);
    for (const Command* command : in_order())
        command->add(root, call);
}

int run(std::vector<std::string> arguments, Streams streams, std::string_view version) {
    Call call{.streams = streams, .version = std::string(version)};
    const char* no_colour = std::getenv("NO_COLOR");
    call.options.no_colour = no_colour != nullptr && *no_colour != '\0';
    CLI::App root;
    build(root, call);
    if (arguments.empty()) arguments.emplace_back("--help");
    std::ranges::reverse(arguments);
    try {
        root.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
        return tell(root, error, streams);
    }
    return static_cast<int>(call.exit);
}

}  // namespace slipway::cli
