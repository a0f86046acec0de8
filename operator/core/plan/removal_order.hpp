/// The order in which one phase deletes: backwards, and never a definition before its objects.
#pragma once

#include <string>
#include <vector>

#include "core/model/kind.hpp"
#include "core/model/ledger.hpp"

namespace slipway::plan {

enum class Turn {
    InOrder,
    AfterOthers,  ///< Its author wants others to be gone before.
    AfterItsObjects,
    Last
};

struct Doomed {
    const InventoryEntry* entry;
    Turn turn = Turn::InOrder;
    std::size_t place = 0;  ///< Among those after others.

    const ObjectId& id() const { return entry->id; }
};

/// Group descending; in it unknown kinds first, then backwards through the order of creation. What
/// defines kinds goes after their objects, Namespaces go last.
std::vector<Doomed> in_order(std::vector<Doomed> all, const KindCatalog& kinds);

/// The API group whose objects cannot be without this one: of a CustomResourceDefinition or
/// APIService;
/// "" for everything else.
std::string defined_group(const ObjectId& id);

/// True where `object` is of a kind that `definition` brings; where the catalog does not know the
/// kind, its group decides.
bool defines(const ObjectId& definition, const ObjectId& object, const KindCatalog& kinds);

bool is_custom_resource(const ObjectId& id);

/// What may run the controllers that custom resources need to go away.
bool is_workload(const ObjectId& id);

}  // namespace slipway::plan
