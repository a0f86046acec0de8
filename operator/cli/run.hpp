/// The command `slipway`, also as `kubectl slipway`: what a release would do, in which order and
/// why, before anything is done.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/call.hpp"

namespace CLI {
class App;
}

namespace slipway::cli {

/// Carries out one command line (without the program's name); the process's exit code.
int run(std::vector<std::string> arguments, Streams streams, std::string_view version);

/// The whole command line, with all its subcommands.
void build(CLI::App& root, Call& call);

}  // namespace slipway::cli
