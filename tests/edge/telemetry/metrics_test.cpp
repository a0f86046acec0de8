#include "edge/telemetry/metrics.hpp"

#include <algorithm>
#include <iterator>
#include <regex>

#include "fixture.hpp"

namespace slipway::test {
namespace {

using telemetry::Metrics;

bool has_line(const Metrics& metrics, const std::string& line) {
    return metrics.text().find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("reconciles are counted by their result and timed", "[telemetry][metrics]") {
    Metrics metrics;

    metrics.reconciled("success", 30ms);
    metrics.reconciled("success", 2s);
    metrics.reconciled("error", 70s);

    CHECK(has_line(
        metrics, R"(controller_runtime_reconcile_total{controller="release",result="success"} 2)"
    ));
    CHECK(has_line(
        metrics, R"(controller_runtime_reconcile_total{controller="release",result="error"} 1)"
    ));
    CHECK(has_line(metrics, R"(controller_runtime_reconcile_errors_total{controller="release"} 1)")
    );
    const std::string time = "controller_runtime_reconcile_time_seconds";
    CHECK(has_line(metrics, time + R"(_count{controller="release"} 3)"));
    CHECK(has_line(metrics, time + R"(_bucket{controller="release",le="0.025"} 0)"));
    CHECK(has_line(metrics, time + R"(_bucket{controller="release",le="2"} 2)"));
    CHECK(has_line(metrics, time + R"(_bucket{controller="release",le="60"} 2)"));
}

TEST_CASE(
    "before anything happened the series that alerts need are there", "[telemetry][metrics]"
) {
    const Metrics metrics;

    CHECK(has_line(metrics, R"(controller_runtime_reconcile_errors_total{controller="release"} 0)")
    );
    CHECK(has_line(metrics, R"(leader_election_master_status{name="slipway-operator"} 0)"));
    CHECK(has_line(metrics, R"(workqueue_depth{controller="release",name="release"} 0)"));
    CHECK(has_line(metrics, "slipway_events_lost_total 0"));
}

TEST_CASE("a gauge shows what it was told last", "[telemetry][metrics]") {
    Metrics metrics;

    metrics.queue_depth(7);
    metrics.queue_depth(3);
    metrics.leading(true);

    CHECK(has_line(metrics, R"(workqueue_depth{controller="release",name="release"} 3)"));
    CHECK(has_line(metrics, R"(leader_election_master_status{name="slipway-operator"} 1)"));
    metrics.leading(false);
    CHECK(has_line(metrics, R"(leader_election_master_status{name="slipway-operator"} 0)"));
}

TEST_CASE("errors are counted by the reason that status shows", "[telemetry][metrics]") {
    Metrics metrics;

    metrics.failed(ErrorKind::HookFailed);
    metrics.failed(ErrorKind::HookFailed);

    CHECK(has_line(metrics, R"(slipway_errors_total{reason="HookFailed"} 2)"));
}

TEST_CASE("a Release is in exactly one phase", "[telemetry][metrics]") {
    Metrics metrics;

    metrics.phase_changed("shop/web", ReleasePhase::Deploying);
    metrics.phase_changed("shop/web", ReleasePhase::Deployed);

    const std::string series = R"(slipway_release_phase{namespace="shop",name="web",phase=)";
    CHECK(has_line(metrics, series + R"("Deployed"} 1)"));
    for (const char* other : {"Pending", "Deploying", "Failed", "Deleting", "Suspended"}) {
        CAPTURE(other);
        CHECK(has_line(metrics, series + '"' + other + R"("} 0)"));
    }
}

TEST_CASE("what is gone leaves no series behind", "[telemetry][metrics]") {
    Metrics metrics;
    metrics.phase_changed("shop/web", ReleasePhase::Deployed);
    metrics.phase_changed("shop/api", ReleasePhase::Deployed);

    metrics.phase_changed("shop/web", std::nullopt);
    metrics.phase_changed("shop/never-seen", std::nullopt);

    CHECK(metrics.text().find(R"(name="web")") == std::string::npos);
    CHECK(metrics.text().find(R"(name="api")") != std::string::npos);
}

TEST_CASE("the process tells its own figures", "[telemetry][metrics]") {
    const std::string text = Metrics().text();

    const auto figure = [&](const std::string& name) {
        std::smatch found;
        REQUIRE(std::regex_search(text, found, std::regex("\n" + name + " (\\S+)\n")));
        return std::stod(found[1]);
    };
    CHECK(figure("process_resident_memory_bytes") > 1'000'000);
    CHECK(figure("process_virtual_memory_bytes") > figure("process_resident_memory_bytes"));
    CHECK(figure("process_start_time_seconds") > 1'700'000'000);
    CHECK(figure("process_cpu_seconds_total") >= 0);
    CHECK(figure("process_open_fds") >= 3);
    CHECK(figure("process_max_fds") >= figure("process_open_fds"));
}

TEST_CASE("each family says what it is, once", "[telemetry][metrics]") {
    Metrics metrics;
    metrics.phase_changed("shop/web", ReleasePhase::Deployed);
    metrics.phase_changed("shop/api", ReleasePhase::Deployed);
    metrics.reconciled("success", 1ms);
    const std::string text = metrics.text();

    static const std::regex type("# TYPE (\\S+) ");
    std::vector<std::string> families;
    for (std::sregex_iterator at(text.begin(), text.end(), type), end; at != end; ++at) {
        families.push_back((*at)[1]);
    }
    std::sort(families.begin(), families.end());
    CHECK(families.size() >= 13);
    CHECK(std::adjacent_find(families.begin(), families.end()) == families.end());
}

}  // namespace slipway::test
