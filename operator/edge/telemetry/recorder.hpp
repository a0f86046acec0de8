/// ports::Recorder for real: one log line, one Event and the right metric for what happened.
///
/// Promises: no call waits for anything (Events are written behind, by their own thread), none
/// fails, and all may be made from any thread. No failure to tell stops a Release.
#pragma once

#include <memory>
#include <string>

#include "edge/telemetry/log.hpp"
#include "edge/telemetry/metrics.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"
#include "ports/recorder.hpp"

namespace slipway::telemetry {

/// All of it outlives the recorder.
struct Outlets {
    Log& log;
    Metrics& metrics;
    const ports::Clock& clock;
    ports::Cluster& cluster;  ///< Where Events are written, as the operator itself.
    std::string instance;     ///< Which operator speaks: the pod's name, for reportingInstance.
};

/// Destroying it writes the Events that still wait, until one cannot be written.
std::unique_ptr<ports::Recorder> make_recorder(Outlets outlets);

}  // namespace slipway::telemetry
