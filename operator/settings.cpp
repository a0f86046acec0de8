#include "settings.hpp"

#include <map>

#include <CLI/CLI.hpp>

#include "version.hpp"

namespace slipway {
namespace {

/// Lets CLI11 read durations as Go writes them.
void add_duration(CLI::App& app, const std::string& flag, Duration& into, const std::string& text) {
    const auto take = [&into](const std::string& written) {
        const auto duration = parse_duration(written);
        if (!duration) throw CLI::ValidationError(duration.error().message);
        into = *duration;
    };
    app.add_option_function<std::string>(flag, take, text)
        ->default_str(to_text(into))
        ->type_name("DURATION");
}

void add_cluster_flags(CLI::App& app, Settings& settings) {
    app.add_option(
           "--kubeconfig",
           settings.kubeconfig,
           "how to reach the cluster; default: the pod's service account"
    )
        ->envname("KUBECONFIG")
        ->type_name("FILE");
    app.add_option("--context", settings.context, "which context of the kubeconfig")
        ->type_name("NAME");
    app.add_option(
           "--namespace",
           settings.in_namespace,
           "where the store and the lease are kept; default: the pod's own"
    )
        ->envname("POD_NAMESPACE")
        ->type_name("NAME");
    app.add_option(
           "--identity",
           settings.identity,
           "the name of this replica; default: host name and process id"
    )
        ->envname("POD_NAME")
        ->type_name("NAME");
    app.add_option(
           "--default-service-account",
           settings.default_service_account,
           "the account of Releases that name none; default: they are refused"
    )
        ->type_name("NAME");
}

void add_process_flags(CLI::App& app, Settings& settings) {
    app.add_option("--workers", settings.workers, "how many Releases are looked at at a time")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app.add_option("--metrics-port", settings.metrics_port, "serves /metrics; 0 takes a free one")
        ->capture_default_str();
    app.add_option(
           "--probe-port", settings.probe_port, "serves /healthz and /readyz; 0 takes a free one"
    )
        ->capture_default_str();
    app.add_option(
           "--scratch",
           settings.scratch,
           "a folder of this process alone, which outlives its crashes: content that crashes it "
           "three times is not read again; default: none, and crashes are not counted"
    )
        ->type_name("DIR");
    app.add_option("--log-level", settings.log_level, "the least severe line that is written")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
        ->capture_default_str();
}

void add_readiness_flags(CLI::App& app, Settings& settings) {
    app.add_option(
           "--crash-loop-restarts",
           settings.crash_loop_restarts,
           "a pod that waits to crash again has failed after so many restarts"
    )
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    add_duration(
        app,
        "--image-pull-patience",
        settings.image_pull_patience,
        "a pod whose image cannot be pulled has failed after so long"
    );
}

void add_lease_flags(CLI::App& app, Settings& settings) {
    app.add_flag(
        "!--no-leader-election",
        settings.leader_election,
        "write without holding the lease: for a single process only"
    );
    add_duration(
        app,
        "--lease-duration",
        settings.lease_duration,
        "others wait this long before they take the lease over"
    );
    add_duration(
        app,
        "--lease-renew",
        settings.lease_renew,
        "the leader gives up when it could not renew for this long"
    );
    add_duration(
        app, "--lease-retry", settings.lease_retry, "between two tries to get or renew the lease"
    );
}

}  // namespace

std::variant<Settings, int> read_settings(int argc, char** argv) {
    Settings settings;
    CLI::App app("Slipway: deploys what Releases hold, in order.", "slipway-operator");
    app.set_version_flag("--version", std::string(version));
    add_cluster_flags(app, settings);
    add_process_flags(app, settings);
    add_readiness_flags(app, settings);
    add_lease_flags(app, settings);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    }
    return settings;
}

}  // namespace slipway
