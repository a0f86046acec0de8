/// The runs of hooks in the ledger: which one a unit is about.
#pragma once

#include <string>
#include <vector>

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// The newest run of a unit's hook at its place; nullptr where it never ran in this revision.
const HookRun* newest_run(const Ledger& ledger, const plan::Unit& unit);
HookRun* newest_run(Ledger& ledger, const plan::Unit& unit);

/// "<release uid>/<revision>/<event>/<place>/<attempt>": what marks the run's object, so that a
/// crash between creating it and writing down its uid does not create it twice.
std::string marker_of(const World& world, const plan::Unit& unit, int attempt);

/// True where the unit's last run failed in an earlier attempt: an attempt repeats what failed.
bool needs_new_run(const Ledger& ledger, const HookRun* run);

/// What hooks of this and earlier revisions left behind: their policy does not remove it. Each
/// once.
std::vector<ObjectId> left_by_hooks(const Ledger& ledger);

/// Whether this is the run's object: by its uid, or, while none is written down, by its mark.
bool is_of(const HookRun& run, const Observation& seen);

HookRun intended_run(const World& world, const plan::Unit& unit);

}  // namespace slipway::machine
