/// Whose is it? Nothing is changed or deleted that is not in the inventory with that uid.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

enum class Claim {
    Free,  ///< There is nothing under that name.
    Ours,  ///< In the inventory with that uid, or created by us before we could write the uid down.
    Nobodys,  ///< It exists and carries nobody's mark: taken with a message.
    Foreign,  ///< It carries the mark of somebody else: not touched.
};

Claim claim(const World& world, const ObjectId& id, const Observation& seen);

/// The Foreign object's owner and the way out, as an error.
/// True where a Release of the same name left it that is gone (there can be but one of a name):
/// orphaned, or restored from a backup.
bool is_left_by_predecessor(const World& world, const Observation& seen);

Error owned_by_another(const ObjectId& id, const Observation& seen);

}  // namespace slipway::machine
