/// A text that is no YAML document, read once more with yaml-cpp: it says better what is wrong, and
/// where.
#pragma once

#include <string_view>

namespace slipway::manifest {

class TreeBuilder;

/// Throws Refusal where `text` is not one YAML document, and what the builder throws.
void read_again(std::string_view text, TreeBuilder& builder);

}  // namespace slipway::manifest
