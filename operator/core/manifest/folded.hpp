/// Folded text that keeps its trailing line ends, which yaml-cpp 0.7 reads with one too few.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slipway::manifest {

/// `value`, which yaml-cpp read at `begin` of `text`, with the line ends that YAML 1.2, 8.1.1.2
/// ("keep") gives it. Scalars of another style are left as they are. Throws Refusal for the one
/// form, with a digit for the indentation, whose end cannot be told here.
std::string with_kept_line_ends(std::string_view text, std::size_t begin, std::string value);

}  // namespace slipway::manifest
