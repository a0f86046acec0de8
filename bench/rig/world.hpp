/// Where the benches are played: a control plane with an audit log, the operator under its own
/// account, and raw clients under the account that the Releases name.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/model/release_status.hpp"
#include "rig/raw_client.hpp"
#include "support/audit_log.hpp"
#include "support/local_cluster.hpp"
#include "support/running_operator.hpp"

namespace slipway::bench {

using test::AuditEvent;
using test::AuditLog;
using test::Instant;
using test::instant_of;
using test::seconds_between;

/// The status of every Release, as a watch tells it.
class Releases {
public:
    using Holds = std::function<bool(const ReleaseStatus&)>;

    explicit Releases(ports::Cluster& api);
    ~Releases();

    /// Throws where it does not come to that within two minutes.
    void wait(const ObjectId& release, const Holds& holds);
    void wait_for_all(const std::vector<ObjectId>& releases, const Holds& holds);
    void wait_until_gone(const ObjectId& release);
    void wait_until_all_gone();

private:
    struct Sink;
    std::shared_ptr<Sink> sink_;
    std::unique_ptr<ports::Watch> watch_;
};

/// One for each scenario: what another left behind would be listed, watched and counted with it.
class World {
public:
    /// The operator runs as it does by default, but for its log.
    explicit World(const std::string& log_level = "info");
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    ports::Cluster& api() { return cluster_->api(); }
    test::LocalCluster& cluster() { return *cluster_; }
    test::RunningOperator& slipway() { return *operator_; }
    Releases& releases() { return *releases_; }
    AuditLog& audit() { return *audit_; }

    std::string make_namespace() { return cluster_->make_namespace("bench"); }
    /// As the account "deployer" of this namespace.
    RawClient raw_client(const std::string& in_namespace, int connections = RawClient::window);

    /// As the administrator.
    void create(const nlohmann::json& document);
    void create_all(const std::vector<nlohmann::json>& documents);
    void merge(const nlohmann::json& document);
    void remove(const ObjectId& id);

private:
    std::string audit_file_;
    std::unique_ptr<test::LocalCluster> cluster_;
    std::unique_ptr<AuditLog> audit_;
    std::unique_ptr<Releases> releases_;
    std::unique_ptr<test::RunningOperator> operator_;
};

ObjectId release_id(const std::string& in_namespace, const std::string& name = "bench");

/// A Release of these ConfigMaps' keys, written as the namespace's "deployer".
nlohmann::json release_of(const ObjectId& id, const std::vector<std::string>& config_maps);

bool is_deployed(const ReleaseStatus& status);

}  // namespace slipway::bench
