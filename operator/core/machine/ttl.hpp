/// The time to live of finished Jobs: withheld until their outcome is durable, then set.
///
/// Kubernetes' TTL controller deletes a finished Job with its pods, exit codes and logs; with a TTL
/// of 0 before anybody could see how it ended.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// To be set once the ledger with the outcome of this Job is durable.
void withhold_ttl(Ledger& ledger, const plan::Unit& unit, const std::string& uid);

/// Completions of Jobs and Pods that no stage waits for: they too are remembered, so that their
/// later absence is not taken for a loss.
void remember_completions(Draft& draft);

/// Sets what the durable ledger withholds.
void set_ttls(Draft& draft);

}  // namespace slipway::machine
