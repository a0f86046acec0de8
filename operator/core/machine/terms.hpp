/// On which terms an object is written: what its author allows, and what the release does.
#pragma once

#include <optional>

#include "core/machine/judgement.hpp"
#include "core/machine/ownership.hpp"

namespace slipway::machine {

/// When the object of an applied unit is deleted and made anew (nelm recreates a Job, and only a
/// Job, where a field is immutable).
dialect::Recreate recreation_of(const plan::Unit& unit);

ConflictMode conflicts_of(const World& world, const plan::Unit& unit);

/// Its failure fails nothing (nelm's fail-mode).
bool ignores_failure(const plan::Unit& unit);

/// Its author wants what stands there, or that nothing does, to stay so.
bool is_left_alone(const UnitView& view);

/// Another tool's, which its author takes from it; a Release's is never taken.
bool is_adopted_by_wish(const World& world, const UnitView& view);

/// It belongs to somebody else and is not to be taken.
bool is_out_of_bounds(const World& world, const UnitView& view);

/// The run annotation of what is made anew with each revision: "<release uid>/<revision>"; "" for
/// everything else.
std::string revision_mark(const World& world, const plan::Unit& unit);

/// What the inventory remembers of a completion: the content, and where each revision has its own
/// the revision.
std::string completion_mark(const World& world, const plan::Unit& unit);

}  // namespace slipway::machine
