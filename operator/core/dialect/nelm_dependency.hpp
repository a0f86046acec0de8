/// Dependencies inside a release, as nelm 1.30 reads them: `werf.io/deploy-dependency-<id>`,
/// `<id>.dependency.werf.io` and `werf.io/delete-dependency-<id>` (pkg/resource/metadata.go).
#pragma once

#include "core/base/result.hpp"
#include "core/dialect/hints.hpp"
#include "core/model/object.hpp"

namespace slipway::dialect {

/// Adds what the object comes after, and what must be gone before it goes.
Result<void> read_nelm_dependencies(Hints& hints, const Object& object);

/// "apiVersion:kind[:namespace]:name", nelm's short form of what is inside or outside a release.
struct ShortForm {
    std::string group{};
    std::string version{};
    std::string kind{};
    std::string in_namespace{};
    std::string name{};
};
std::optional<ShortForm> read_short_form(std::string_view text);

}  // namespace slipway::dialect
