/// Documents that try what YAML leaves to its readers: scalars in every place, structures, and
/// random ones. The same in each run.
#pragma once

#include <string>
#include <vector>

namespace slipway::test {

std::vector<std::string> yaml_corpus();

}  // namespace slipway::test
