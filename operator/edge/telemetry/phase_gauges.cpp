#include "edge/telemetry/phase_gauges.hpp"

#include <array>

namespace slipway::telemetry {
namespace {

constexpr std::array all_phases{
    ReleasePhase::Pending,
    ReleasePhase::Deploying,
    ReleasePhase::Deployed,
    ReleasePhase::Failed,
    ReleasePhase::Deleting,
    ReleasePhase::Suspended,
};

prometheus::ClientMetric gauge(std::string_view release, ReleasePhase phase, bool is_in_it) {
    const std::size_t slash = release.find('/');
    prometheus::ClientMetric metric;
    metric.label = {
        {"namespace", std::string(release.substr(0, slash))},
        {"name", std::string(release.substr(slash + 1))},
        {"phase", std::string(word(phase))},
    };
    metric.gauge.value = is_in_it ? 1 : 0;
    return metric;
}

}  // namespace

void PhaseGauges::set(std::string_view release, std::optional<ReleasePhase> phase) {
    const std::lock_guard lock(mutex_);
    if (phase) {
        phases_.insert_or_assign(std::string(release), *phase);
    } else if (const auto at = phases_.find(release); at != phases_.end()) {
        phases_.erase(at);
    }
}

std::vector<prometheus::MetricFamily> PhaseGauges::Collect() const {
    const std::lock_guard lock(mutex_);
    if (phases_.empty()) return {};
    prometheus::MetricFamily family{
        "slipway_release_phase",
        "The phase that a Release is in: 1 for that one, 0 for the others.",
        prometheus::MetricType::Gauge,
        {}};
    for (const auto& [release, phase] : phases_) {
        for (const ReleasePhase one : all_phases) {
            family.metric.push_back(gauge(release, one, one == phase));
        }
    }
    return {std::move(family)};
}

}  // namespace slipway::telemetry
