/// Unready workloads and their pods: the reasons that only pods know.
///
/// A workload that is not ready soon has the pods of its namespace watched until it is; their
/// reasons (image pull, crash loop, unschedulable) become part of its verdict.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/machine/observation.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

struct Hands;
struct Session;

/// What is kept of an unready workload: its body, to judge it again when a pod changes.
struct Workload {
    Object live;
    std::map<std::string, Object> pods{};  ///< By uid.
};

/// REQUIRES the session's mutex. The observation of a live object with what is known of its pods;
/// what is not ready and has pods is remembered, what is ready is forgotten.
machine::Observation observe_in(Session& session, const Object& live, Time now);

/// Opens and closes the watches of pods as needed. When to look at that again.
std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session);

}  // namespace slipway::runtime
