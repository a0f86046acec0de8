/// The subcommands of `slipway`.
///
/// To add one, add one file to commands/; it registers its options, and what it does when it is
/// called, with CLI11.
#pragma once

#include "cli/call.hpp"

namespace CLI {
class App;
}

namespace slipway::cli {

struct Command {
    int place;  ///< In the help, the lowest first.
    /// `call` outlives `root`.
    void (*add)(CLI::App& root, Call& call);
};

}  // namespace slipway::cli
