/// A document's value as Kubernetes objects: lists unfolded, each object checked.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.hpp"
#include "core/manifest/documents.hpp"
#include "core/manifest/manifest.hpp"
#include "core/manifest/tree.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::manifest {

/// What was read of a source so far.
struct Collection {
    std::vector<SourcedObject> objects{};
    std::size_t bytes = 0;  ///< Of all objects, as JSON.
};

/// Adds the objects of `tree`, in their order. A document that holds nothing adds none.
Result<void> add_objects(
    const Document& document, Tree tree, const Limits& limits, Collection& collection
);

}  // namespace slipway::manifest
