/// The writes of the port as calls, and their answers read back.
#pragma once

#include "edge/cluster/caller.hpp"
#include "ports/cluster.hpp"

namespace slipway::cluster {

/// `write` must outlive the call. InvalidManifest: the object's kind lives in a namespace, and the
/// object has none.
Result<Call> call_of(const ports::Write& write);

const Kind& kind_of(const ports::Write& write);

/// What `answer` says about `write`; of a delete, that the object is gone is success.
Result<ports::Written> written(const ports::Write& write, const Result<kubeapi::Response>& answer);

/// What makes a name within a namespace complete.
Result<void> check_namespace(const Kind& kind, const ObjectId& id);

}  // namespace slipway::cluster
