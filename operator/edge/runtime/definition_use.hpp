/// Who still uses a CustomResourceDefinition that is about to be deleted: with it, Kubernetes
/// deletes every custom resource of its kind, whoever made it.
#pragma once

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// OwnedByAnother where custom resources exist that are not in the release's inventory or are kept,
/// or where nobody here may list them: what cannot be shown to be unused is kept.
Result<void> check_unused(
    Hands& hands, const Session& session, const ports::Identity& as, const ObjectId& definition
);

}  // namespace slipway::runtime
