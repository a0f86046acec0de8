#include "cli/format.hpp"

#include <algorithm>

#include "cli/formats.gen.hpp"

namespace slipway::cli {

std::vector<std::string> format_names(bool of_graphs) {
    std::vector<std::string> names;
    for (const Format* format : formats::all) {
        if (format->is_graph || !of_graphs) names.emplace_back(format->name);
    }
    return names;
}

const Format& format_named(std::string_view name) {
    return **std::ranges::find(formats::all, name, [](const Format* format) {
        return format->name;
    });
}

}  // namespace slipway::cli
