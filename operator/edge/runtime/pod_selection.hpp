/// Which pods are a workload's own, and which of them are of its newest revision.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/object.hpp"

namespace slipway::runtime {

/// True where the workload's selector, labels and expressions, selects the pod. A selector that is
/// empty or cannot be read selects nothing.
bool selects(const Object& workload, const Object& pod);

/// Those that share the revision hash of the youngest one.
std::vector<Object> current_pods(const std::map<std::string, Object>& pods);

}  // namespace slipway::runtime
