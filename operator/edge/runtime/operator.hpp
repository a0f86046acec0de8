/// The running operator: Releases watched, keys queued, workers reconciling; until it is destroyed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/readiness/readiness.hpp"
#include "edge/runtime/quarantine.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"
#include "ports/recorder.hpp"
#include "ports/sources.hpp"
#include "ports/store.hpp"

namespace slipway::runtime {

/// All of it outlives the operator.
struct Surroundings {
    ports::Cluster& cluster;
    ports::Store& store;
    ports::Sources& sources;
    const ports::Clock& clock;
    ports::Recorder& recorder;
    Quarantine& quarantine;
    /// Whether this process may write now: only then Releases are reconciled.
    std::function<bool()> may_write;
};

struct OperatorSettings {
    int workers = 4;
    std::string default_service_account{};
    readiness::Patience patience{};
};

class Operator {
public:
    static std::unique_ptr<Operator> start(
        Surroundings surroundings, const OperatorSettings& settings
    );
    /// Waits for the reconciles under way.
    virtual ~Operator() = default;

    /// Every Release is looked at again: this process has become the leader.
    virtual void look_at_all() = 0;
    /// Returns when no reconcile is under way any more; none begins after it.
    virtual void stop() = 0;
    /// Why Releases cannot be seen now, or nothing: for the readiness probe.
    virtual std::optional<std::string> trouble() const = 0;
};

}  // namespace slipway::runtime
