/// The operator: settings, wiring, run. Everything that the rooms need of each other meets here,
/// once.
#include <array>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include <sys/prctl.h>
#include <unistd.h>

#include "core/base/text.hpp"
#include "edge/cluster/credentials.hpp"
#include "edge/cluster/in_cluster.hpp"
#include "edge/cluster/kube_cluster.hpp"
#include "edge/cluster/kubeconfig.hpp"
#include "edge/cluster/lease.hpp"
#include "edge/cluster/secret_store.hpp"
#include "edge/runtime/operator.hpp"
#include "edge/runtime/system_clock.hpp"
#include "edge/source/driver.hpp"
#include "edge/telemetry/recorder.hpp"
#include "edge/telemetry/telemetry_server.hpp"
#include "heap.hpp"
#include "settings.hpp"
#include "version.hpp"

namespace slipway {
namespace {

/// Blocked in every thread, so that the main one can wait for them.
sigset_t blocked_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

std::string identity_of(const Settings& settings) {
    if (!settings.identity.empty()) return settings.identity;
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return format("{}_{}", host.data(), getpid());
}

Result<cluster::Access> access_of(const Settings& settings) {
    if (settings.kubeconfig.empty()) return cluster::in_cluster_access();
    return cluster::kubeconfig_access(settings.kubeconfig, settings.context);
}

Result<std::string> namespace_of(const Settings& settings, const cluster::Access& access) {
    if (!settings.in_namespace.empty()) return settings.in_namespace;
    if (settings.kubeconfig.empty() && !access.in_namespace.empty()) return access.in_namespace;
    return Error{
        ErrorKind::InvalidSpec,
        "outside a pod the namespace of the store and the lease must be given: --namespace "
        "slipway-system",
        {}};
}

/// What an election works with and on.
struct Candidate {
    http::Client& client;
    cluster::WriteGate& gate;
    const runtime::SystemClock& clock;
    ports::Recorder& recorder;
    runtime::Operator& running;
};

std::unique_ptr<cluster::LeaseElection> elect(
    const Settings& settings, const std::string& in_namespace, const Candidate& candidate
) {
    auto& [client, gate, clock, recorder, running] = candidate;
    if (!settings.leader_election) {
        gate.open_for_good();
        recorder.leading(true);
        running.look_at_all();
        return nullptr;
    }
    const cluster::LeaseElection::Listener listener{
        .on_change =
            [&recorder = recorder, &running = running](bool leads) {
                recorder.leading(leads);
                recorder.log(
                    ports::Severity::Info,
                    "",
                    leads ? "this process leads" : "this process does not lead"
                );
                if (leads) running.look_at_all();
            },
        .on_trouble = [&recorder = recorder](const Error& error
                      ) { recorder.log(ports::Severity::Warning, "", error.message); },
    };
    const cluster::LeaseSettings lease{
        .in_namespace = in_namespace,
        .identity = identity_of(settings),
        .duration = settings.lease_duration,
        .renew_deadline = settings.lease_renew,
        .retry_period = settings.lease_retry,
    };
    return std::make_unique<cluster::LeaseElection>(client, clock, gate, lease, listener);
}

runtime::OperatorSettings operator_settings(const Settings& settings) {
    return {
        .workers = settings.workers,
        .default_service_account = settings.default_service_account,
        .patience = {
            .crash_loop_restarts = settings.crash_loop_restarts,
            .image_pull = settings.image_pull_patience}};
}

Result<std::unique_ptr<runtime::Quarantine>> quarantine_of(
    const Settings& settings, ports::Recorder& recorder
) {
    if (settings.scratch.empty()) {
        recorder.log(
            ports::Severity::Info,
            "",
            "no --scratch: content that crashes this process is read again after every crash"
        );
    }
    return runtime::Quarantine::open(
        settings.scratch,
        [&recorder](const std::string& key, const std::string& text) {
            recorder.log(ports::Severity::Warning, key, text);
        }
    );
}

int wait_for(const sigset_t& signals) {
    constexpr timespec between_looks{.tv_sec = 10, .tv_nsec = 0};
    HeapTrimming trimming;
    int signal = -1;
    while ((signal = sigtimedwait(&signals, nullptr, &between_looks)) < 0)
        trimming.after_work();
    return signal;
}

Result<telemetry::TelemetryServer> listen(
    const Settings& settings,
    telemetry::Metrics& metrics,
    runtime::Operator& running,
    ports::Recorder& recorder
) {
    auto server = TRY(telemetry::TelemetryServer::listen(
        {.metrics = settings.metrics_port, .probes = settings.probe_port},
        metrics,
        [&running] { return running.trouble(); }
    ));
    recorder.log(
        ports::Severity::Info,
        "",
        format("metrics on port {}, probes on port {}", server.metrics_port(), server.probes_port())
    );
    return server;
}

Result<void> run(const Settings& settings) {
    const sigset_t signals = blocked_signals();
    const runtime::SystemClock clock;
    const cluster::Access access = TRY(access_of(settings));
    const std::string in_namespace = TRY(namespace_of(settings, access));
    telemetry::Log log(clock, *telemetry::severity(settings.log_level));
    telemetry::Metrics metrics;

    const auto credentials = std::make_shared<cluster::FileCredentials>(access.credentials, clock);
    const auto client = http::Client::start({.endpoint = access.endpoint}, credentials);
    cluster::WriteGate gate(clock);
    cluster::KubeCluster kubernetes(*client, gate, clock);
    cluster::SecretStore store(kubernetes, in_namespace);
    const auto sources = source::make_sources(kubernetes);
    const auto recorder = telemetry::make_recorder(
        {.log = log,
         .metrics = metrics,
         .clock = clock,
         .cluster = kubernetes,
         .instance = identity_of(settings)}
    );
    const auto quarantine = TRY(quarantine_of(settings, *recorder));
    const auto running = runtime::Operator::start(
        {.cluster = kubernetes,
         .store = store,
         .sources = *sources,
         .clock = clock,
         .recorder = *recorder,
         .quarantine = *quarantine,
         .may_write = [&] { return gate.is_open(); }},
        operator_settings(settings)
    );
    const auto server = TRY(listen(settings, metrics, *running, *recorder));
    const auto election =
        elect(settings, in_namespace, {*client, gate, clock, *recorder, *running});
    recorder->log(ports::Severity::Info, "", format("slipway {} started", version));

    const int signal = wait_for(signals);
    recorder->log(ports::Severity::Info, "", format("stopping on signal {}", signal));
    // The lease is given up only when no write is under way.
    running->stop();
    return {};
}

}  // namespace
}  // namespace slipway

int main(int argc, char** argv) {
    // Secrets are in this process's memory: no core dumps.
    prctl(PR_SET_DUMPABLE, 0);
    slipway::limit_arenas();
    const auto settings = slipway::read_settings(argc, argv);
    if (const int* exit_code = std::get_if<int>(&settings)) return *exit_code;
    const auto done = slipway::run(std::get<slipway::Settings>(settings));
    if (done) return 0;
    std::fputs(("slipway-operator: " + done.error().message + "\n").c_str(), stderr);
    return 1;
}
