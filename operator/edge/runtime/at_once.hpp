/// Work on all cores: what the core's dearest steps, reading YAML and digesting it, are done with.
#pragma once

#include "core/base/each.hpp"

namespace slipway::runtime {

/// An Each: as many pieces at a time as there are cores, at most four; beyond that the API server
/// has the longer work.
void at_once(std::size_t pieces, const Work& work);

}  // namespace slipway::runtime
