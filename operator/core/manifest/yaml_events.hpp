/// A YAML document as events for the tree builder, read with yaml-cpp.
#pragma once

#include <string_view>

namespace slipway::manifest {

class TreeBuilder;

/// Always true. Throws Refusal where `text` is not one YAML document, and what the builder throws.
bool read_yaml(std::string_view text, TreeBuilder& builder);

}  // namespace slipway::manifest
