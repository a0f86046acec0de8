/// Manifests: bytes of YAML or JSON become Kubernetes objects, read exactly as kubectl reads them.
///
/// Pure, and the only room that knows a YAML parser. Where kubectl silently accepts what cannot be
/// meant (a duplicate key, an unterminated quote, invalid UTF-8), reading fails with the place
/// instead. Kinds whose name ends in List and that hold `items` are unfolded.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/each.hpp"
#include "core/base/result.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::manifest {

/// The limits of one source; beyond any of them reading fails with TooLarge.
struct Limits {
    std::size_t bytes = 32U << 20U;
    std::size_t documents = 10'000;
    std::size_t object_bytes = 1'572'864;  ///< etcd's request limit, 1.5 MiB.
    std::size_t depth = 64;
    std::size_t nodes = 100'000;           ///< Keys and values of one object, as written.
    std::size_t expanded_nodes = 100'000;  ///< By aliases, in one document.
};

struct NamedText {
    std::string name{};  ///< What errors and places start with.
    std::string text{};
};

/// All objects in the order of the texts, or the error of the first text that has one. Reading is
/// the dearest part of preparing a release, so documents are read as `each` has it.
Result<std::vector<SourcedObject>> read_sources(
    std::span<const NamedText> texts, const Each& each = one_by_one, const Limits& limits = {}
);

/// All objects of `text`, in their order. `source` is the name that errors and places start with:
/// "source:line:column (document 3, Deployment/web): what is wrong and what to do".
Result<std::vector<SourcedObject>> read_objects(
    std::string_view source, std::string_view text, const Limits& limits = {}
);

/// One YAML or JSON document as a value, whatever it holds: kubeconfig files and the like.
Result<nlohmann::json> read_value(std::string_view source, std::string_view text);

}  // namespace slipway::manifest
