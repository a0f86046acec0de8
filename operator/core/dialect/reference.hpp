/// References to objects in annotations of the native dialect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/dialect/annotation.hpp"

namespace slipway::dialect {

/// `Kind[.group]/name[@namespace][:state]`
struct Reference {
    std::string type{};  ///< "Deployment.apps", as kubectl reads a type argument.
    std::string name{};
    std::string in_namespace{};  ///< "" where none was written.
    std::string state{};         ///< "" where none was written.
};

/// The comma-separated references of an annotation; `states` are those that it may name.
Result<std::vector<Reference>> references(
    const Annotation& annotation, const std::vector<std::string_view>& states
);

}  // namespace slipway::dialect
