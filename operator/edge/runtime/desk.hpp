/// Laying out what a step needs: ledger, content, plan; read again only when what they come from
/// changed.
#pragma once

#include "core/model/release.hpp"
#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// The ledger as the store has it, once per session.
Result<void> open_ledger(const Hands& hands, Session& session, const Object& live);

/// The account and the desired content, read again when the spec or one of its inputs changed. What
/// is wrong with either becomes `session.desired.error`.
void refresh_desired(const Hands& hands, Session& session, const Release& release);

/// Inputs whose changes no watch tells are read again at each reconcile.
void reread_unwatched_inputs(const Hands& hands, Session& session);

/// The bodies of the newest revision's objects, from the store where they are not at hand.
Result<void> load_bodies(const Hands& hands, Session& session);

/// Between reconciles a Release keeps its plan; its bodies only until they are in the store, or, of
/// a small one, while its stages follow each other.
void drop_bodies(const Hands& hands, Session& session);

/// The plan of the ledger's newest revision, or of the deletion, compiled again when anything that
/// shapes it changed. What is wrong with it becomes `session.plan_error`; an Error means that what
/// is stored could not be read now, which says nothing of it.
Result<void> refresh_plan(const Hands& hands, Session& session, const Release& release);

}  // namespace slipway::runtime
