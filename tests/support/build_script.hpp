/// Programs that tests and benches need and that a script of ours builds, once.
#pragma once

#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"

namespace slipway::test {

/// Where the program is: the last line that its script prints.
inline std::string built_by(const std::vector<std::string>& script) {
    const auto built = run_command(script);
    INFO(built.output);
    REQUIRE(built.exit_code == 0);
    const std::string_view output = trimmed(built.output);
    return std::string(output.substr(output.rfind('\n') + 1));
}

}  // namespace slipway::test
