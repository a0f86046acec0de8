/// What is needed earlier than its own group comes is pulled forward, with a warning: Helm, nelm
/// and KOTS would fail there.
#pragma once

#include "core/plan/placement.hpp"
#include "core/plan/sequence.hpp"

namespace slipway::plan {

/// "werf.io/weight=-1", "default group 0"
std::string group_as_said(const Item& item);

/// To the earliest of all that depend on it, along whole chains. `sequence`: dependencies first.
void pull_forward(
    std::vector<Placed>& all,
    const Dependencies& dependencies,
    const Sequence& sequence,
    std::vector<dialect::Finding>& findings
);

/// To before all hooks, for one of them.
void pull_before_hook(Placed& needed, const Item& hook, std::vector<dialect::Finding>& findings);

}  // namespace slipway::plan
