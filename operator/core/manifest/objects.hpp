/// A document's value as Kubernetes objects: lists unfolded, each object checked.
#pragma once

#include <vector>

#include "core/base/result.hpp"
#include "core/manifest/documents.hpp"
#include "core/manifest/manifest.hpp"
#include "core/manifest/tree.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::manifest {

/// Appends the objects of `tree`, in their order. A document that holds nothing adds none.
Result<void> add_objects(
    const Document& document, Tree tree, const Limits& limits, std::vector<SourcedObject>& objects
);

}  // namespace slipway::manifest
