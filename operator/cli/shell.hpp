/// Completion of the command line, as scripts for shells.
///
/// To add a shell, add one file to shells/; its name is the shell's name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace slipway::cli {

struct Flag {
    std::string name{};   ///< "--filename"
    std::string brief{};  ///< "-f", or "".
    std::string text{};
    bool takes_value = false;
    bool takes_file = false;
};

struct Subcommand {
    std::string name{};
    std::string text{};
    std::vector<Flag> flags{};  ///< The global ones too.
};

struct Shell {
    std::string_view name;
    std::string (*script)(const std::vector<Subcommand>& commands);
    std::string_view installation;  ///< The line that makes it work.
};

/// What there is to complete.
std::vector<Subcommand> subcommands_of(const CLI::App& root);

}  // namespace slipway::cli
