/// The command `slipway`; installed as `kubectl-slipway` it is `kubectl slipway` too.
#include <iostream>

#include <unistd.h>

#include "cli/run.hpp"
#include "version.hpp"

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool to_terminal = isatty(STDOUT_FILENO) == 1;
    return slipway::cli::run(
        arguments,
        {.in = std::cin, .out = std::cout, .err = std::cerr, .to_terminal = to_terminal},
        slipway::version
    );
}
