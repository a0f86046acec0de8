/// An object of the desired content, with the place in somebody's files that it came from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/object.hpp"

namespace slipway {

/// Where a manifest starts: counted from 1, as editors count.
struct SourcePlace {
    Interned source{};  ///< "inline", "ConfigMap/shop-manifests key all.yaml", "shop.yaml".
    int line = 0;
    int column = 0;
    int document = 0;  ///< Within the source.

    auto operator<=>(const SourcePlace&) const = default;
    /// "shop.yaml:12:5 (document 3, Deployment/web)"; the title may be "".
    std::string text(const std::string& title) const;
};

/// A place together with the object that a message says is there.
struct NamedPlace {
    SourcePlace place{};
    std::string title{};
};

/// The place that a message begins with, as SourcePlace::text wrote it; nothing where it begins
/// otherwise.
std::optional<NamedPlace> place_in(std::string_view message);

struct SourcedObject {
    Object object;
    SourcePlace place{};
    Interned digest{};  ///< Of the object as it will be applied; "" before it is resolved.
};

}  // namespace slipway
