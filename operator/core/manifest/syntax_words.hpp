/// What yaml-cpp complains of, in words that say what to do.
#pragma once

#include <string>
#include <string_view>

namespace slipway::manifest {

/// `line` is the one complained of, up to that place.
std::string in_plain_words(std::string_view complaint, std::string_view line);

}  // namespace slipway::manifest
