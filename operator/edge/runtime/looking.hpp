/// Looking: finding out, live, what objects are, and telling the session.
///
/// Own objects are looked at with the operator's rights, external dependencies as the Release's
/// account and watched by name from then on.
#pragma once

#include <vector>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// A unit of the plan as the session has it, by its object; nullptr where the plan has none.
const plan::Unit* unit_of(const Session& session, const ObjectId& id);

/// How the API server serves this object's kind; UnknownKind where it does not.
Result<Kind> kind_of(
    const Hands& hands, const Session& session, const ObjectId& id, const std::string& version
);

/// Reduces a live object and tells the session.
void tell_seen(const Hands& hands, Session& session, const Object& live);

void look(
    Hands& hands, Session& session, const ports::Identity& as, const std::vector<ObjectId>& ids
);

}  // namespace slipway::runtime
