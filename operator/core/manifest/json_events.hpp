/// A JSON document as events for the tree builder.
#pragma once

#include <string_view>

namespace slipway::manifest {

class TreeBuilder;

/// False where `text` is not one JSON value; what the builder took until then is of no use. Throws
/// what the builder throws.
bool read_json(std::string_view text, TreeBuilder& builder);

}  // namespace slipway::manifest
