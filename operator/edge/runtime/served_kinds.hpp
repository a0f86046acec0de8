/// Which of the content's kinds the cluster serves, in the versions in which the content has them:
/// asked before anything is applied, for the server would refuse a later group's object only when
/// the earlier groups were there.
#pragma once

#include "core/plan/plan.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

/// The built-in kinds, and those of the content that only the cluster knows. UnknownKind with the
/// place, where the cluster does not serve a kind in the version that the content names.
Result<KindCatalog> kinds_of(ports::Cluster& cluster, const plan::Content& content);

}  // namespace slipway::runtime
