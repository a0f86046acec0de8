/// The forms in which a plan is written.
///
/// To add one, add one file to formats/; its name is the format's name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/planning.hpp"
#include "core/base/paint.hpp"

namespace slipway::cli {

struct Format {
    std::string_view name;  ///< As -o names it.
    std::string (*write)(const Planned& planned, const Paint& paint);
    bool is_graph = false;      ///< `slipway graph` writes it too.
    bool tells_errors = false;  ///< An error is written in it as well: {"errors": [...]}.
};

std::vector<std::string> format_names(bool of_graphs);
/// REQUIRES: one of format_names.
const Format& format_named(std::string_view name);

}  // namespace slipway::cli
