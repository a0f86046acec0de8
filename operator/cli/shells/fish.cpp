#include "cli/shell.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::shells {
namespace {

std::string quoted(std::string_view text) {
    std::string all = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') all += '\\';
        all += c;
    }
    return all + "'";
}

std::string line_of(const Subcommand& command, const Flag& flag) {
    return format(
        "complete -c slipway -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n",
        command.name,
        flag.name.substr(2),
        flag.brief.empty() ? "" : " -s " + flag.brief.substr(1),
        flag.takes_file ? " -rF" : (flag.takes_value ? " -x" : ""),
        quoted(flag.text)
    );
}

std::string script(const std::vector<Subcommand>& commands) {
    std::string text = "complete -c slipway -f\n";
    for (const Subcommand& command : commands) {
        text += format(
            "complete -c slipway -n __fish_use_subcommand -a {} -d {}\n",
            command.name,
            quoted(command.text)
        );
        for (const Flag& flag : command.flags)
            text += line_of(command, flag);
    }
    return text;
}

}  // namespace

extern const Shell fish{
    .name = "fish", .script = script, .installation = "slipway completion fish | source"};

}  // namespace slipway::cli::shells
