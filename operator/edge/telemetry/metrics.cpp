#include "edge/telemetry/metrics.hpp"

#include <iterator>
#include <utility>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "edge/telemetry/phase_gauges.hpp"
#include "edge/telemetry/process_figures.hpp"

namespace slipway::telemetry {
namespace {

/// controller-runtime's (pkg/internal/controller/metrics), so that its quantiles compare.
prometheus::Histogram::BucketBoundaries reconcile_seconds() {
    return {0.005, 0.01, 0.025, 0.05, 0.1,  0.15, 0.2,  0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6,
            0.7,   0.8,  0.9,   1.0,  1.25, 1.5,  1.75, 2.0,  2.5, 3.0,  3.5, 4.0,  4.5, 5,
            6,     7,    8,     9,    10,   15,   20,   25,   30,  40,   50,  60};
}

}  // namespace

struct Metrics::Series {
    prometheus::Registry registry;
    PhaseGauges phases;

    prometheus::Family<prometheus::Counter>& reconciles =
        prometheus::BuildCounter()
            .Name("controller_runtime_reconcile_total")
            .Help("Total number of reconciliations per controller.")
            .Register(registry);
    prometheus::Counter& reconcile_errors =
        prometheus::BuildCounter()
            .Name("controller_runtime_reconcile_errors_total")
            .Help("Total number of reconciliation errors per controller.")
            .Register(registry)
            .Add({{"controller", "release"}});
    prometheus::Histogram& reconcile_time =
        prometheus::BuildHistogram()
            .Name("controller_runtime_reconcile_time_seconds")
            .Help("Length of time per reconciliation per controller.")
            .Register(registry)
            .Add({{"controller", "release"}}, reconcile_seconds());
    prometheus::Gauge& queue_depth = prometheus::BuildGauge()
                                         .Name("workqueue_depth")
                                         .Help("Current depth of workqueue.")
                                         .Register(registry)
                                         .Add({{"name", "release"}, {"controller", "release"}});
    prometheus::Gauge& leading =
        prometheus::BuildGauge()
            .Name("leader_election_master_status")
            .Help("Whether this process leads: 1 if it does, 0 if it stands by.")
            .Register(registry)
            .Add({{"name", "slipway-operator"}});
    prometheus::Family<prometheus::Counter>& errors =
        prometheus::BuildCounter()
            .Name("slipway_errors_total")
            .Help("Errors met while deploying Releases, by their reason.")
            .Register(registry);
    prometheus::Counter& lost_events =
        prometheus::BuildCounter()
            .Name("slipway_events_lost_total")
            .Help("Events that could not be written, or for which there was no room.")
            .Register(registry)
            .Add({});
};

Metrics::Metrics() : series_(std::make_unique<Series>()) {}
Metrics::~Metrics() = default;

void Metrics::reconciled(std::string_view result, Duration took) {
    series_->reconciles.Add({{"controller", "release"}, {"result", std::string(result)}}
    ).Increment();
    if (result == "error") series_->reconcile_errors.Increment();
    series_->reconcile_time.Observe(std::chrono::duration<double>(took).count());
}

void Metrics::failed(ErrorKind kind) {
    series_->errors.Add({{"reason", std::string(reason(kind))}}).Increment();
}

void Metrics::phase_changed(std::string_view release, std::optional<ReleasePhase> phase) {
    series_->phases.set(release, phase);
}

void Metrics::queue_depth(std::size_t depth) {
    series_->queue_depth.Set(static_cast<double>(depth));
}

void Metrics::leading(bool is_leader) { series_->leading.Set(is_leader ? 1 : 0); }

void Metrics::event_lost() { series_->lost_events.Increment(); }

std::string Metrics::text() const {
    std::vector<prometheus::MetricFamily> families = series_->registry.Collect();
    for (auto more : {series_->phases.Collect(), process_figures()}) {
        std::move(more.begin(), more.end(), std::back_inserter(families));
    }
    return prometheus::TextSerializer().Serialize(families);
}

}  // namespace slipway::telemetry
