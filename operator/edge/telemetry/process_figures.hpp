/// process_*: what Prometheus' client libraries say of the process they live in.
#pragma once

#include <vector>

#include <prometheus/metric_family.h>

namespace slipway::telemetry {

/// From /proc, now; a figure that cannot be read is left out.
std::vector<prometheus::MetricFamily> process_figures();

}  // namespace slipway::telemetry
