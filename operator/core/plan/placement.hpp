/// The group in which each plain object ends up: its own, or an earlier one where others need it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/bonds.hpp"

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
    std::vector<Bond> after{};         ///< Likewise.
    std::vector<ObjectId> delete_after{};
    bool awaited = false;  ///< Some other needs it or comes after it.
    /// It comes after something of its own stage, or needs what does.
    bool bound = false;
    std::size_t turn = 0;  ///< In an order of all that has dependencies first.
    std::string why{};
};

/// nullptr where `one` does not come after the object at this place.
const Bond* bond_to(const Placed& one, std::size_t target);
bool share_a_stage(const Placed& one, const Placed& other);

/// Places the plain objects. What is needed by an earlier group, or by a hook of `early`, is pulled
/// forward with a warning (KOTS and Helm would fail there). Refuses objects that come after each
/// other, with the whole cycle.
Result<std::vector<Placed>> place(
    const Items& items,
    const Bonds& bonds,
    dialect::HookEvent early,
    std::vector<dialect::Finding>& findings
);

/// Refuses external dependencies that are part of the release and cannot come before what waits for
/// them: the release would wait for ever.
Result<void> check_dependencies(
    const Items& items, const std::vector<Placed>& placed, const Frame& frame
);

}  // namespace slipway::plan
