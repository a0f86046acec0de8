/// Who owns which field of an object: metadata.managedFields, as server-side apply keeps it.
///
/// https://kubernetes.io/docs/reference/using-api/server-side-apply/
#pragma once

#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/model/object.hpp"

namespace slipway {

/// The entries of `live` without those of other managers that own a field which `manager` applied
/// too. Entries of subresources (status, scale) stay. Nothing where no entry has to go.
std::optional<nlohmann::json> entries_without_rivals(const Object& live, std::string_view manager);

}  // namespace slipway
