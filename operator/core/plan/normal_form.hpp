/// What server-side apply would keep for ever or refuse, brought into the form that it takes.
#pragma once

#include <vector>

#include "core/dialect/finding.hpp"
#include "core/model/object.hpp"

namespace slipway::plan {

/// A Secret's stringData moves into data, because the server would leave stale keys behind; of list
/// entries with one key (env, ports, imagePullSecrets of pod specs) the last stays, with a warning,
/// because the server answers 500. InvalidManifest where stringData holds what is no text.
Result<Object> normal_form(const Object& object, std::vector<dialect::Finding>& findings);

}  // namespace slipway::plan
