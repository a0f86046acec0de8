/// Observing objects with what others know of them: the pods of workloads, the classes of claims.
///
/// A workload that is not ready soon has the pods of its namespace watched until it is; their
/// reasons (image pull, crash loop, unschedulable) become part of its verdict.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/machine/observation.hpp"
#include "core/machine/world.hpp"

namespace slipway::runtime {

struct Session;

/// What is kept of an unready workload: its body, to judge it again when a pod changes.
struct Workload {
    Object live;
    Time since{};                          ///< When it was first seen unready.
    std::map<std::string, Object> pods{};  ///< By uid.
    bool pods_asked = false;               ///< After it had failed: they have no more to say.
    /// The last time that they could not be asked.
    std::optional<machine::Refusal> pods_refusal{};
    bool pods_hidden = false;  ///< Nobody here may watch them.
};

/// True of a Job that has failed and whose pods are still to be asked why.
bool is_to_be_asked(const Workload& workload);

// All of these REQUIRE the session's mutex.

/// The observation of a live object with what is known of its pods, or of its storage class. What
/// others may still change the verdict of is remembered, what is ready is forgotten.
machine::Observation observe_in(Session& session, const Object& live, Time now);

/// Judges what was remembered by what is known by now. True where the verdict changed. What is
/// gone, lost or another by now stays so: what others say of it does not bring it back.
bool judge_again(Session& session, const Object& live, Time now);

/// Forgets what was remembered and is no longer seen as it was.
void forget_unseen(Session& session);

}  // namespace slipway::runtime
