/// Which objects of the release come after which others of it, as their annotations ask.
#pragma once

#include <cstddef>
#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

struct Bond {
    std::size_t target = 0;  ///< Place among the plain items.
    Until until = Until::Ready;
    const dialect::InnerDependency* said = nullptr;
};

struct Bonds {
    std::vector<std::vector<Bond>> of_plain{};  ///< By place among the plain items.
    std::vector<std::vector<Bond>> of_hooks{};  ///< By place among the hooks.
    /// By place among the plain items: what must be gone before each is deleted.
    std::vector<std::vector<ObjectId>> of_deletions{};
};

/// Refuses what must name an object of the release and does not, and objects that would have to be
/// deleted after each other; `findings` gets what names nothing and need not.
Result<Bonds> bonds_of(
    const Items& items, const Frame& frame, std::vector<dialect::Finding>& findings
);

}  // namespace slipway::plan
