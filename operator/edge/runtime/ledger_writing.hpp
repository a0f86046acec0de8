/// Writing the ledger: what is never said to be so before it is durable, and what may become
/// durable beside the effects that follow.
#pragma once

#include "core/machine/decision.hpp"
#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// Whatever must be durable before the decision's effects. An Error means that it is not, and then
/// no effect may begin.
Result<void> make_durable(
    Hands& hands, Session& session, const Object& live, const machine::Decision& decision
);

/// Sends the ledger that is owed, if one is, beside whatever comes next.
void begin_to_save_ledger(Hands& hands, Session& session);

/// Returns when no ledger is owed any longer; an Error means that the last one is not durable.
Result<void> await_ledger(Hands& hands, Session& session);

}  // namespace slipway::runtime
