/// The operator's command line.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "core/base/time.hpp"

namespace slipway {

struct Settings {
    std::string kubeconfig{};  ///< "" and no KUBECONFIG: the pod's own service account.
    std::string context{};
    std::string in_namespace{};  ///< Of the store and the lease; "" is the pod's own.
    std::string identity{};      ///< Of this process among its replicas; "" is host name and pid.
    std::string default_service_account{};
    int workers = 4;
    int crash_loop_restarts = 3;  ///< From then on a pod that crashes again has failed.
    Duration image_pull_patience = std::chrono::seconds(60);
    std::uint16_t metrics_port = 8080;
    std::uint16_t probe_port = 8081;
    bool leader_election = true;
    Duration lease_duration = std::chrono::seconds(15);
    Duration lease_renew = std::chrono::seconds(10);
    Duration lease_retry = std::chrono::seconds(2);
    std::string log_level = "info";
    std::string scratch{};  ///< Where the quarantine remembers crashes; "" for no quarantine.
};

/// The settings, or the exit code of a command line that asked for help or was wrong.
std::variant<Settings, int> read_settings(int argc, char** argv);

}  // namespace slipway
