/// Where the bytes of a Release's manifests come from.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/release.hpp"
#include "ports/identity.hpp"

namespace slipway::ports {

/// A piece of text with the name that errors about it start with: "ConfigMap/shop-manifests key
/// all.yaml".
struct SourceText {
    std::string name{};
    std::string text{};
};

class Sources {
public:
    virtual ~Sources() = default;
    /// The texts of one source, in their order, read as the Release's account. SourceNotFound: a
    /// ConfigMap, Secret or key is not there and not optional; Forbidden: the account may not read
    /// it.
    virtual Result<std::vector<SourceText>> fetch(
        const Identity& as, const Release& release, const SourceSpec& source
    ) = 0;
};

}  // namespace slipway::ports
