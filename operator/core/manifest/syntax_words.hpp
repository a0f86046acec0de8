/// What yaml-cpp complains of, in words that say what to do.
#pragma once

#include <string>
#include <string_view>

namespace slipway::manifest {

std::string in_plain_words(std::string_view complaint);

}  // namespace slipway::manifest
