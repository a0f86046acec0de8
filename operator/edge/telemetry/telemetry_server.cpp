#include "edge/telemetry/telemetry_server.hpp"

#include <utility>

namespace slipway::telemetry {
namespace {

kubeapi::Response plain(int status, std::string body) {
    return {
        .status = status,
        .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
        .body = std::move(body)};
}

kubeapi::Response exposition(const Metrics& metrics) {
    return {
        .status = 200,
        .headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
        .body = metrics.text()};
}

}  // namespace

Result<TelemetryServer> TelemetryServer::listen(
    Ports ports, const Metrics& metrics, Trouble trouble
) {
    auto for_metrics = TRY(http::Server::listen(ports.metrics, {{"/metrics", [&metrics] {
                                                                     return exposition(metrics);
                                                                 }}}));
    const auto ready = [trouble = std::move(trouble)] {
        const auto why_not = trouble();
        return why_not ? plain(503, *why_not + "\n") : plain(200, "ok\n");
    };
    auto for_probes = TRY(http::Server::listen(
        ports.probes, {{"/healthz", [] { return plain(200, "ok\n"); }}, {"/readyz", ready}}
    ));
    return TelemetryServer(std::move(for_metrics), std::move(for_probes));
}

TelemetryServer::TelemetryServer(
    std::unique_ptr<http::Server> metrics, std::unique_ptr<http::Server> probes
)
    : metrics_(std::move(metrics)), probes_(std::move(probes)) {}

}  // namespace slipway::telemetry
