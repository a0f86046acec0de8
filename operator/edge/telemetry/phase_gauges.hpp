/// slipway_release_phase{namespace,name,phase}: 1 for the phase that a Release is in, else 0.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include "core/model/release_status.hpp"

namespace slipway::telemetry {

/// Keeps one phase for each Release and makes the series when asked: a thousand Releases would
/// otherwise hold six thousand gauges with their labels.
class PhaseGauges : public prometheus::Collectable {
public:
    /// Without a phase the Release's series go.
    void set(std::string_view release, std::optional<ReleasePhase> phase);
    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    mutable std::mutex mutex_;
    std::map<std::string, ReleasePhase, std::less<>> phases_;
};

}  // namespace slipway::telemetry
