/// Beginnings and ends in the ledger: of a revision, of an attempt, of a deletion.
#pragma once

#include "core/machine/draft.hpp"
#include "core/machine/stage.hpp"

namespace slipway::machine {

/// The timeouts of the operation and of its stage begin anew.
void restart_clocks(Ledger& ledger, Time now);

/// A new digest of the content: a new revision. Runs of the one before are closed, what its hooks
/// left behind is remembered.
void begin_revision(Draft& draft);

/// Later failures count anew; what failed is tried again, what succeeded is not.
void begin_attempt(Draft& draft);

void begin_deletion(Draft& draft);

/// The stage has settled: uids, digests and completions of its objects become durable with that.
void settle(Draft& draft, const plan::Plan& plan, std::size_t stage);

/// The revision is Deployed; what it removed leaves the inventory.
void finish_revision(Draft& draft, const plan::Plan& plan);

/// The attempt failed: tried again after a backoff while the retry limit allows it and an edit is
/// not the only help; else it stays as it is until content changes or a retry is asked for.
void fail_attempt(Draft& draft, const Error& error);

/// The same for a unit of this stage: the stage's failed Jobs and Pods are made anew by the next
/// attempt.
void fail_stage(Draft& draft, const plan::Stage& stage, const Error& error);

}  // namespace slipway::machine
