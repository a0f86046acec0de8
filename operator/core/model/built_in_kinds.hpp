/// The kinds that Kubernetes 1.29 to 1.36 serve themselves, and Slipway's own.
#pragma once

#include <vector>

#include "core/model/kind.hpp"

namespace slipway {

std::vector<Kind> built_in_kinds();

}  // namespace slipway
