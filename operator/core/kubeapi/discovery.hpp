/// Discovery: which kinds the server serves, read from its answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/kind.hpp"

namespace slipway::kubeapi {

/// A group and the versions that it is served in, the preferred one first.
struct Group {
    std::string name{};  ///< "" for the core group.
    std::vector<std::string> versions{};
};

/// APIGroupList of /apis: every group but the core one, in the server's order.
Result<std::vector<Group>> read_groups(std::string_view body);
/// APIGroup of /apis/<group>.
Result<Group> read_group(std::string_view body);
/// APIResourceList of /api/v1 and /apis/<group>/<version>; subresources are left out.
Result<std::vector<Kind>> read_kinds(std::string_view body);

}  // namespace slipway::kubeapi
