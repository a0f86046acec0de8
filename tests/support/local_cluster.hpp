/// A real control plane for integration tests, and the operator run against it as in a cluster:
/// with its own account's token and the rights that deploy/ gives it, never as admin.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/release_status.hpp"
#include "edge/cluster/kube_cluster.hpp"
#include "edge/http/client.hpp"
#include "edge/runtime/system_clock.hpp"
#include "support/process.hpp"

namespace slipway::test {

/// etcd, API server, controllers, scheduler and kwok; ends with the test's process.
class LocalCluster {
public:
    /// The one of this test program, started on first use, with the CRD and deploy/'s RBAC applied.
    static LocalCluster& shared();

    const std::string& folder() const { return folder_; }
    std::string kubeconfig() const { return folder_ + "/kubeconfig"; }
    std::string api_server() const;

    /// kubectl as admin; fails the test where `command` fails and `must` says so.
    Finished kubectl(
        std::vector<std::string> command, const std::string& input = "", bool must = true
    ) const;
    void apply(const std::string& manifests) const;
    /// A namespace of its own for a test, with a service account "deployer" that is its admin.
    std::string make_namespace(const std::string& prefix);

    ports::Cluster& api() { return *api_; }
    /// Waits on a watch until `holds` says yes of the object (nothing: it does not exist).
    bool wait_until(
        const Kind& kind,
        const ObjectId& id,
        const std::function<bool(const std::optional<Object>&)>& holds,
        Duration patience = std::chrono::seconds(60)
    );

    ~LocalCluster();

private:
    LocalCluster();
    void connect();

    std::string folder_;
    std::unique_ptr<Process> process_;
    runtime::SystemClock clock_;
    cluster::WriteGate gate_{clock_};
    std::unique_ptr<http::Client> client_;
    std::unique_ptr<cluster::KubeCluster> api_;
    int namespaces_ = 0;
};

struct OperatorOptions {
    std::string server{};  ///< Another address of the API server: a proxy's. "" is the API server.
    std::vector<std::string> arguments{};
};

/// slipway-operator under its account's token.
class RunningOperator {
public:
    explicit RunningOperator(LocalCluster& cluster, OperatorOptions options = {});

    void kill() { process_->kill(); }
    void start_again();
    bool is_running() { return process_->is_running(); }
    const std::string& log() const { return log_; }

private:
    std::vector<std::string> command_;
    std::string log_;
    std::unique_ptr<Process> process_;
};

/// A Release in a namespace, followed on the real API server.
class ReleaseUnderTest {
public:
    ReleaseUnderTest(LocalCluster& cluster, std::string in_namespace, std::string name)
        : cluster_(cluster), in_namespace_(std::move(in_namespace)), name_(std::move(name)) {}

    /// One inline source; `spec` is further YAML of the spec, at its indentation of two blanks.
    void apply(const std::string& manifests, const std::string& spec = "");
    void remove() const;
    ReleaseStatus status() const;
    bool wait_for(
        ReleasePhase phase, int revision = 0, Duration patience = std::chrono::seconds(60)
    ) const;
    bool wait_for_status(
        const std::function<bool(const ReleaseStatus&)>& holds,
        Duration patience = std::chrono::seconds(60)
    ) const;
    bool wait_until_gone(Duration patience = std::chrono::seconds(60)) const;
    ObjectId id() const;

private:
    LocalCluster& cluster_;
    std::string in_namespace_;
    std::string name_;
};

const Kind& kind_of(const std::string& group, const std::string& kind);

}  // namespace slipway::test
