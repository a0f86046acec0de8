/// What a scalar is to the tree builder, whichever parser reports it.
#pragma once

#include <string_view>

#include "core/manifest/tree_builder.hpp"

namespace slipway::manifest {

struct Scalar {
    std::string_view text{};
    std::string_view tag{};  ///< Resolved, "tag:yaml.org,2002:int"; "" where none is written.
    bool is_plain = false;   ///< Neither quoted nor a block of text.
    Origin origin{};
};

/// Throws Refusal for what JSON cannot say and for a tag that the text is not, and what the builder
/// throws.
void put_scalar(TreeBuilder& builder, Scalar scalar);

}  // namespace slipway::manifest
