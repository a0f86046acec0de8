#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::commands {
namespace {

using dialect::Finding;
using dialect::Severity;

constexpr const char* examples = R"(Examples:
  slipway lint -f manifests/
  helm template shop ./chart | slipway lint -f - --strict
  slipway lint -f manifests/ -o json | jq -r '.findings[] | .rule' | sort | uniq -c

Exit codes: 0 no errors; 1 warnings, with --strict; 3 errors: the content cannot be deployed.
Each rule is explained in docs/lint.md.)";

struct Options {
    InputOptions input{};
    std::string format = "text";
    bool strict = false;
};

/// "shop.yaml:12:1: warning SLW001: <message>" in the form that editors jump to, and below it what
/// the rule has to say.
std::string text_of_finding(const Finding& finding, const Paint& paint) {
    const bool warns = finding.rule->severity == Severity::Warning;
    const std::string severity(word(finding.rule->severity));
    std::string text = format(
        "{}: {} {}: {}\n",
        finding.place.line > 0 ? finding.place.text(finding.object) : finding.object,
        paint(warns ? Colour::Yellow : Colour::Blue, severity),
        finding.rule->id,
        finding.message
    );
    text += paint(Colour::Dim, format("    elsewhere: {}", finding.rule->elsewhere)) + "\n";
    return text + paint(Colour::Dim, format("    write:     {}", finding.rule->remedy)) + "\n";
}

void write_text(const plan::Plan& plan, Call& call) {
    for (const Finding& finding : plan.findings)
        call.streams.out << text_of_finding(finding, call.paint());
    const std::size_t warnings = plan::warnings_in(plan);
    const std::size_t infos = plan.findings.size() - warnings;
    call.streams.out << format(
        "no errors, {} warning{}, {} for information\n", warnings, warnings == 1 ? "" : "s", infos
    );
}

void tell_error(const Options& options, const Error& error, Call& call) {
    call.fail(error);
    if (options.format == "json") call.streams.out << text_of(errors_document(error));
}

void carry_out(const Options& options, Call& call) {
    auto input = read_input(options.input, call);
    if (!input) return tell_error(options, input.error(), call);
    // Strictness is this command's own here: a refusal would show none of what it found.
    input->release.spec.strict = false;
    const auto planned = make_plan(*input);
    if (!planned) return tell_error(options, planned.error(), call);
    const auto& findings = planned->plan.findings;
    if (options.format == "json") {
        call.streams.out << text_of({{"findings", findings_document(findings)}});
    } else {
        write_text(planned->plan, call);
    }
    if (options.strict && plan::warnings_in(planned->plan) > 0) call.exit = Exit::Failed;
}

void add(CLI::App& root, Call& call) {
    const auto options = std::make_shared<Options>();
    CLI::App& command =
        *root.add_subcommand("lint", "what does not mean what its author may think");
    add_input_options(command, options->input);
    command.add_option("-o,--output", options->format, "text or json")
        ->check(CLI::IsMember({"text", "json"}))
        ->default_str("text")
        ->type_name("FORMAT");
    command.add_flag("--strict", options->strict, "exit with 1 where there are warnings");
    command.footer(examples);
    command.callback([options, &call] { carry_out(*options, call); });
}

}  // namespace

extern const Command lint{.place = 2, .add = add};

}  // namespace slipway::cli::commands
