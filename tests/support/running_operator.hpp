/// The operator as a process of the test's, run against the local cluster as in a cluster: with its
/// own account's token and the rights that deploy/ gives it, never as admin.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/local_cluster.hpp"
#include "support/process.hpp"

namespace slipway::test {

struct OperatorOptions {
    std::string server{};  ///< Another address of the API server: a proxy's. "" is the API server.
    std::vector<std::string> arguments{};
    std::string log_level = "debug";
    /// Shorter than by default, so that tests see it change hands; none: the default.
    std::vector<std::string> lease{
        "--lease-duration", "3s", "--lease-renew", "2s", "--lease-retry", "200ms"};
    std::string preloaded{};  ///< A library whose functions go before those of all others.
};

/// Started again, it is the same replica: like a container that is restarted in its pod, it takes
/// the lease at once.
class RunningOperator {
public:
    explicit RunningOperator(LocalCluster& cluster, OperatorOptions options = {});
    /// Fails the test where the operator crashed, or a sanitizer found anything.
    ~RunningOperator();
    RunningOperator(const RunningOperator&) = delete;
    RunningOperator& operator=(const RunningOperator&) = delete;

    void kill();
    /// Waits until it has ended by itself, and not in good order; that is then no failure.
    bool crashes();
    /// As a pod is stopped: its exit code, or nothing where it did not end in time.
    std::optional<int> stop();
    void start_again();
    /// The answer to the readiness probe is 200, or becomes so within half a minute.
    bool becomes_ready() const;
    bool is_running() { return process_->is_running(); }
    const std::string& log_file() const { return log_; }
    /// All that it has logged until now.
    std::string log() const;
    pid_t pid() const { return process_->pid(); }

private:
    std::vector<std::string> command_;
    std::string log_;
    bool was_killed_ = false;
    std::unique_ptr<Process> process_;
};

}  // namespace slipway::test
