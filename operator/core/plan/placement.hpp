/// The group in which each plain object ends up: its own, or an earlier one where others need it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

/// What of the release an object cannot exist without: the definition of its kind, its Namespace.
class Needs {
public:
    explicit Needs(const std::vector<Item>& plain);
    /// Places in the items it was made from.
    std::vector<std::size_t> of(const ObjectId& id) const;

private:
    std::map<GroupKind, std::size_t> definitions_{};
    std::map<std::string, std::size_t> namespaces_{};
};

struct Placed {
    const Item* item = nullptr;
    int group = 0;
    /// Needed by hooks that run before all groups, or Helm 2's crd-install: applied before them.
    bool before_hooks = false;
    /// Others cannot exist without it, so they wait until it is ready, whatever the release waits
    /// for.
    bool needed = false;
    std::vector<std::size_t> needs{};  ///< Places in the same list.
    std::string why{};
};

/// Places the plain objects. What is needed by an earlier group, or by a hook of `early`, is pulled
/// forward with a warning (KOTS and Helm would fail there).
std::vector<Placed> place(
    const Items& items, dialect::HookEvent early, std::vector<dialect::Finding>& findings
);

/// Refuses external dependencies that are part of the release and cannot come before what waits for
/// them: the release would wait for ever.
Result<void> check_dependencies(
    const Items& items, const std::vector<Placed>& placed, const Frame& frame
);

}  // namespace slipway::plan
