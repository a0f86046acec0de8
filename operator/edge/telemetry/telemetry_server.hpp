/// What is served to those who watch the operator: /metrics on one port, /healthz and /readyz on
/// another, so that a NetworkPolicy can open the one without the other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "edge/http/server.hpp"
#include "edge/telemetry/metrics.hpp"

namespace slipway::telemetry {

class TelemetryServer {
public:
    /// Why the operator cannot work now, or nothing. Called on a server's thread; must return soon.
    using Trouble = std::function<std::optional<std::string>()>;

    /// 0 takes a free port.
    struct Ports {
        std::uint16_t metrics = 8080;
        std::uint16_t probes = 8081;
    };

    /// Serves until destroyed; `metrics` outlives it. /healthz answers 200 as long as the process
    /// can answer; /readyz answers 503 with the trouble while there is one.
    static Result<TelemetryServer> listen(Ports ports, const Metrics& metrics, Trouble trouble);

    std::uint16_t metrics_port() const { return metrics_->port(); }
    std::uint16_t probes_port() const { return probes_->port(); }

private:
    TelemetryServer(std::unique_ptr<http::Server> metrics, std::unique_ptr<http::Server> probes);

    std::unique_ptr<http::Server> metrics_;
    std::unique_ptr<http::Server> probes_;
};

}  // namespace slipway::telemetry
