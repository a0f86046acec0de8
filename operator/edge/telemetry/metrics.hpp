/// What Prometheus reads: counters and gauges under the names that dashboards for controllers know.
///
/// The names are those of controller-runtime and client-go (controller_runtime_*, workqueue_*,
/// leader_election_*, process_*) wherever they have one; ours start with slipway_.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/model/release_status.hpp"

namespace slipway::telemetry {

/// Safe to use from several threads.
class Metrics {
public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    /// `result` as controller-runtime has it: "success", "error", "requeue", "requeue_after".
    void reconciled(std::string_view result, Duration took);
    void failed(ErrorKind kind);
    /// `release` "shop/web"; without a phase the Release is gone, and so are its series.
    void phase_changed(std::string_view release, std::optional<ReleasePhase> phase);
    void queue_depth(std::size_t depth);
    void leading(bool is_leader);
    /// An Event that nobody will see: there was no room for it, or it was not accepted.
    void event_lost();

    /// In Prometheus' text format 0.0.4; looks at the process' own figures now.
    std::string text() const;

private:
    struct Series;
    std::unique_ptr<Series> series_;
};

}  // namespace slipway::telemetry
