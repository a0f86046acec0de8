/// Why a document cannot be taken, and where in it.
///
/// Thrown, inside this room only: the parsers call us back through functions that return nothing,
/// and an exception is their one way out. read_tree turns it into an Error with its place. It never
/// repeats what a document holds beyond names of keys: manifests hold secrets, and messages reach
/// status and logs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/error.hpp"

namespace slipway::manifest {

struct Refusal {
    std::size_t offset;  ///< In the document's text, in bytes.
    std::string what;    ///< What is wrong and what to do.
    ErrorKind kind = ErrorKind::InvalidManifest;
    std::optional<std::size_t> first{};  ///< Of what stands twice: where it stands first.
};

}  // namespace slipway::manifest
