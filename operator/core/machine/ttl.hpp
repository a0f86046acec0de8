/// The time to live of finished Jobs: withheld until their outcome is durable, then set; likewise
/// the deletion of what its author wants gone once it has ended.
///
/// Kubernetes' TTL controller deletes a finished Job with its pods, exit codes and logs; with a TTL
/// of 0 before anybody could see how it ended.
#pragma once

#include <optional>
#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// To be set, or to be deleted where its author wants that with this end, once the ledger with the
/// outcome of this Job or Pod is durable.
void withhold_ttl(
    Ledger& ledger,
    const plan::Unit& unit,
    const std::string& uid,
    std::optional<dialect::HookDeletePolicy> end
);

/// How it ended; nothing where it still runs.
std::optional<dialect::HookDeletePolicy> end_of(const Observation& seen);

/// Completions of Jobs and Pods that no stage waits for: they too are remembered, so that their
/// later absence is not taken for a loss.
void remember_completions(Draft& draft);

/// Sets what the durable ledger withholds, and deletes what it says is to go.
void set_ttls(Draft& draft);

}  // namespace slipway::machine
