/// What of an object must be text before anything else can be said about it: what it is, how it is
/// called, and the labels and annotations that order it; and the labels and annotations of the
/// templates that the built-in workloads hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/manifest/tree.hpp"

namespace slipway::manifest {

struct Flaw {
    std::optional<std::size_t> offset;  ///< Nothing where what is wrong is that nothing is there.
    std::string what;
};

/// The first thing that is wrong with the identity of the object at `pointer` in `tree`. Kubernetes
/// would refuse the same (ObjectMeta of apimachinery), later and less clearly. Labels, annotations
/// and namespace may be null, as for kubectl.
std::optional<Flaw> identity_flaw(
    const nlohmann::json& object, const Tree& tree, const std::string& pointer
);

/// "a list", "the number 3", "empty (null)". `written` is how the value stands in the document, or
/// "" where that is not known.
std::string description(const nlohmann::json& value, const std::string& written = "");

}  // namespace slipway::manifest
