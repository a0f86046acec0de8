#include "cli/shell.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::shells {
namespace {

/// Inside single quotes, and with the characters that _arguments reads taken out of their meaning.
std::string escaped(std::string_view text) {
    std::string all;
    for (const char c : text) {
        if (c == '\'') {
            all += "'\\''";
            continue;
        }
        if (c == '[' || c == ']' || c == ':' || c == '\\') all += '\\';
        all += c;
    }
    return all;
}

std::string argument(const Flag& flag) {
    const std::string value =
        flag.takes_file ? ":file:_files" : (flag.takes_value ? ":value:" : "");
    std::string text = format("'*{}[{}]{}'", flag.name, escaped(flag.text), value);
    if (!flag.brief.empty()) text += format(" '*{}[{}]{}'", flag.brief, escaped(flag.text), value);
    return text;
}

std::string case_of(const Subcommand& command) {
    std::string text = format("        {}) _arguments", command.name);
    for (const Flag& flag : command.flags)
        text += " " + argument(flag);
    return text + " '*:file:_files' ;;\n";
}

std::string script(const std::vector<Subcommand>& commands) {
    std::string text = "#compdef slipway\n_slipway() {\n    local -a commands=(\n";
    for (const Subcommand& command : commands)
        text += format("        '{}:{}'\n", command.name, escaped(command.text));
    text +=
        "    )\n"
        "    if (( CURRENT == 2 )); then\n"
        "        _describe command commands\n"
        "        return\n"
        "    fi\n"
        "    local command=${words[2]}\n"
        "    shift words\n"
        "    (( CURRENT-- ))\n"
        "    case $command in\n";
    for (const Subcommand& command : commands)
        text += case_of(command);
    return text + "    esac\n}\ncompdef _slipway slipway\n";
}

}  // namespace

extern const Shell zsh{
    .name = "zsh", .script = script, .installation = "source <(slipway completion zsh)"};

}  // namespace slipway::cli::shells
