#include "cli/shell.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::shells {
namespace {

std::string names_of(const std::vector<Subcommand>& commands, const char* separator) {
    std::vector<std::string> names;
    for (const Subcommand& command : commands)
        names.push_back(command.name);
    return join(names, separator);
}

std::string words_of(const Subcommand& command) {
    std::vector<std::string> words;
    for (const Flag& flag : command.flags)
        words.push_back(flag.name);
    return join(words, " ");
}

/// Where a flag waits for a value, and wherever no word fits, `-o default` completes files.
std::string script(const std::vector<Subcommand>& commands) {
    std::string text = format(
        "_slipway() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} command= one words\n"
        "    for one in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
        "        case $one in {}) command=$one ;; esac\n"
        "    done\n"
        "    case $command in\n"
        "        '') words='{} --help' ;;\n",
        names_of(commands, "|"),
        names_of(commands, " ")
    );
    for (const Subcommand& command : commands)
        text += format("        {}) words='{}' ;;\n", command.name, words_of(command));
    return text +
           "    esac\n"
           "    [[ -n $command && $word != -* ]] && words=\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -o default -F _slipway slipway\n";
}

}  // namespace

extern const Shell bash{
    .name = "bash", .script = script, .installation = "source <(slipway completion bash)"};

}  // namespace slipway::cli::shells
