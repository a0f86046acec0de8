/// What the runtime works with: the ports, and the watches and sessions that all workers share.
#pragma once

#include <future>
#include <string>

#include "edge/runtime/kind_watches.hpp"
#include "edge/runtime/quarantine.hpp"
#include "edge/runtime/reference_watches.hpp"
#include "edge/runtime/release_cache.hpp"
#include "edge/runtime/sessions.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"
#include "ports/recorder.hpp"
#include "ports/sources.hpp"
#include "ports/store.hpp"

namespace slipway::runtime {

struct Hands {
    ports::Cluster& cluster;
    ports::Store& store;
    ports::Sources& sources;
    const ports::Clock& clock;
    ports::Recorder& recorder;
    Sessions& sessions;
    KindWatches& kind_watches;
    ReferenceWatches& reference_watches;
    Quarantine& quarantine;
    std::function<void(const std::string& key)> wake;
    std::string default_service_account{};
    /// How what need not be waited for is done; deferred, it is done at the latest moment.
    std::launch beside = std::launch::async;
    /// Between two writes of a status that tell of progress only: each costs the server, and its
    /// watchers, as much as an object.
    Duration progress_pause = std::chrono::milliseconds(100);
    /// The process ends: nothing new is begun.
    std::function<bool()> is_stopping = [] { return false; };
};

}  // namespace slipway::runtime
