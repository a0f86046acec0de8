/// Unready workloads and their pods: the reasons that only pods know.
///
/// A workload that is not ready soon has the pods of its namespace watched until it is; their
/// reasons (image pull, crash loop, unschedulable) become part of its verdict.
#pragma once

#include <map>
#include <string>

#include "core/machine/observation.hpp"

namespace slipway::runtime {

struct Session;

/// What is kept of an unready workload: its body, to judge it again when a pod changes.
struct Workload {
    Object live;
    std::map<std::string, Object> pods{};  ///< By uid.
};

// All of these REQUIRE the session's mutex.

/// The observation of a live object with what is known of its pods; what is not ready and has pods
/// is remembered, what is ready is forgotten.
machine::Observation observe_in(Session& session, const Object& live, Time now);

/// Judges an unready workload by what is known of its pods by now. True where the verdict changed.
/// What is gone, lost or another by now stays so: what its pods say does not bring it back.
bool judge_again(Session& session, const ObjectId& id, Time now);

/// Forgets the unready workloads that are no longer seen as they were.
void forget_unseen(Session& session);

}  // namespace slipway::runtime
