#include "edge/telemetry/telemetry_server.hpp"

#include "edge/http/client_fixture.hpp"
#include "support/catch.hpp"

namespace slipway::test {
namespace {

using telemetry::Metrics;
using telemetry::TelemetryServer;

TelemetryServer serving(const Metrics& metrics, TelemetryServer::Trouble trouble) {
    auto server = TelemetryServer::listen({.metrics = 0, .probes = 0}, metrics, std::move(trouble));
    REQUIRE(server);
    return std::move(server).value();
}

Response fetched(std::uint16_t port, const char* path) {
    const auto client = Client::start(
        {.endpoint = {.host = "127.0.0.1", .port = std::to_string(port), .tls = false}},
        std::make_shared<KnownCredentials>()
    );
    auto response = answer(*client, get(path));
    REQUIRE(response);
    return std::move(response).value();
}

std::optional<std::string> no_trouble() { return std::nullopt; }

}  // namespace

TEST_CASE("Prometheus finds the metrics as of now", "[telemetry][server]") {
    Metrics metrics;
    const auto server = serving(metrics, no_trouble);
    metrics.queue_depth(5);

    const auto response = fetched(server.metrics_port(), "/metrics");

    CHECK(response.status == 200);
    CHECK(response.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
    CHECK(
        response.body.find(R"(workqueue_depth{controller="release",name="release"} 5)") !=
        std::string::npos
    );
}

TEST_CASE("metrics and probes are served apart", "[telemetry][server]") {
    const Metrics metrics;
    const auto server = serving(metrics, no_trouble);

    CHECK(fetched(server.probes_port(), "/metrics").status == 404);
    CHECK(fetched(server.metrics_port(), "/healthz").status == 404);
    CHECK(fetched(server.probes_port(), "/healthz").status == 200);
}

TEST_CASE("ready means without trouble, and trouble is said", "[telemetry][server]") {
    const Metrics metrics;
    std::optional<std::string> trouble = "the API server has not answered yet";
    const auto server = serving(metrics, [&] { return trouble; });

    const auto before = fetched(server.probes_port(), "/readyz");
    trouble.reset();
    const auto after = fetched(server.probes_port(), "/readyz");

    CHECK(before.status == 503);
    CHECK(before.body == "the API server has not answered yet\n");
    CHECK(after.status == 200);
    CHECK(after.body == "ok\n");
}

TEST_CASE("a port that is taken is an error that names it", "[telemetry][server]") {
    const Metrics metrics;
    const auto server = serving(metrics, no_trouble);

    const auto second = TelemetryServer::listen(
        {.metrics = server.metrics_port(), .probes = 0}, metrics, no_trouble
    );

    REQUIRE_FALSE(second);
    CHECK(second.error().message.find(std::to_string(server.metrics_port())) != std::string::npos);
}

}  // namespace slipway::test
