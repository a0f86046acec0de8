/// What the pods of a workload cannot start without.
#pragma once

#include <string>
#include <vector>

#include "core/model/object.hpp"

namespace slipway {

struct PodReference {
    ObjectId id{};
    std::string what{};  ///< "volume certificates", "env TOKEN of container web"
};

/// The ConfigMaps, Secrets, claims and the ServiceAccount that a Pod, or the pod template of a
/// built-in workload, names and does not call optional. Each once.
std::vector<PodReference> pod_references(const Object& object);

}  // namespace slipway
