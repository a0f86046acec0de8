/// One document as a JSON value, with the few places in it that messages may have to name.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/manifest/documents.hpp"
#include "core/manifest/manifest.hpp"

namespace slipway::manifest {

/// A place in a document, and the scalar that was written there; "" where it came otherwise.
struct Written {
    std::size_t offset = 0;
    std::string text{};
};

/// To stay small it remembers places only where a message may need them: of the items of lists, and
/// of what is no text where Kubernetes wants text (identity, labels, annotations).
struct Tree {
    std::unique_ptr<nlohmann::json> value{};
    std::size_t offset = 0;
    /// By "/items/2" and "/metadata/annotations/<key>", keys as they are.
    std::map<std::string, Written> places{};
};

/// Reads a document: as JSON where it starts with a brace and is JSON, as YAML otherwise (kubectl's
/// rule). Its Error names the place and, where already read, kind and name.
Result<Tree> read_tree(const Document& document, const Limits& limits);

/// "Deployment/web"; "Deployment" or "" where no more is known.
std::string title_of(const nlohmann::json& object);

}  // namespace slipway::manifest
