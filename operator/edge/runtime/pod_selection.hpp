/// Which pods are a workload's own, and which of them are of its newest revision.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/object.hpp"

namespace slipway::runtime {

/// True where the workload's selector asks for anything; an empty one selects nothing.
bool has_selector(const Object& workload);

/// True where the workload's selector, labels and expressions, selects the pod.
bool selects(const Object& workload, const Object& pod);

/// Those that share the revision hash of the youngest one.
std::vector<Object> current_pods(const std::map<std::string, Object>& pods);

/// The pod without what no rule reads of it (its spec, annotations, managed fields).
Object reduced(const Object& pod);

/// The selector's labels as a list or watch takes them: it may find more pods than the workload's.
std::string label_selector(const Object& workload);

}  // namespace slipway::runtime
