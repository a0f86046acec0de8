/// A real control plane for integration tests, and what tests ask of it as its administrator.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edge/cluster/kube_cluster.hpp"
#include "edge/http/client.hpp"
#include "edge/runtime/system_clock.hpp"
#include "support/process.hpp"

namespace slipway::test {

/// etcd, API server, controllers, scheduler and kwok; ends with the test's process.
class LocalCluster {
public:
    /// The one of this test program, started on first use.
    static LocalCluster& shared();
    /// Another, with the CRD and deploy/'s RBAC applied.
    LocalCluster();

    const std::string& folder() const { return folder_; }
    std::string kubeconfig() const { return folder_ + "/kubeconfig"; }
    std::string api_server() const;

    /// kubectl as admin; fails the test where `command` fails and `must` says so.
    Finished kubectl(
        std::vector<std::string> command, const std::string& input = "", bool must = true
    ) const;
    /// A CustomResourceDefinition, by its name.
    void wait_until_established(const std::string& definition) const;
    void apply(const std::string& manifests) const;
    /// A namespace of its own for a test, with a service account "deployer" that is its admin.
    std::string make_namespace(const std::string& prefix);
    /// The same under this very name.
    void add_namespace(const std::string& name) const;

    ports::Cluster& api() { return *api_; }
    /// The live object, read as admin; nothing where it does not exist.
    std::optional<Object> find(const ObjectId& id);
    bool exists(const ObjectId& id) { return find(id).has_value(); }
    /// Until an Event says so; in any namespace where `in_namespace` is "".
    bool wait_for_event(
        const std::string& in_namespace, const std::string& reason, const std::string& text
    );
    /// The Secrets that the operator keeps for the Release of this uid.
    std::vector<Object> stored_secrets(const std::string& release_uid);
    /// Kills a component of the control plane, or starts it again and waits until it serves.
    void control(const std::string& what, const std::string& component) const;
    /// Waits on a watch until `holds` says yes of the object (nothing: it does not exist); of any
    /// in the namespace where `id` names none.
    bool wait_until(
        const Kind& kind,
        const ObjectId& id,
        const std::function<bool(const std::optional<Object>&)>& holds,
        Duration patience = std::chrono::seconds(60)
    );

    ~LocalCluster();

private:
    void connect();

    std::string folder_;
    std::unique_ptr<Process> process_;
    runtime::SystemClock clock_;
    cluster::WriteGate gate_{clock_};
    std::unique_ptr<http::Client> client_;
    std::unique_ptr<cluster::KubeCluster> api_;
    int namespaces_ = 0;
};

const Kind& kind_of(const std::string& group, const std::string& kind);

}  // namespace slipway::test
