/// One leader at a time: a Lease of coordination.k8s.io/v1, in its simplest sound form.
///
/// Promises: the write gate is open only until `margin` before the moment at which any other
/// candidate may take the lease, counted from before our renewal was sent; so what the server or
/// the network delays only shortens it. A foreign lease is judged by our own clock alone: expired
/// is what did not change for its whole duration while we looked (as client-go's leaderelection
/// does), so wall clocks need not agree. Losing the lease closes the gate and nothing else: caches
/// stay warm, and the next attempt may win it back.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/kubeapi/request.hpp"
#include "core/kubeapi/status_error.hpp"
#include "core/model/object.hpp"
#include "edge/cluster/write_gate.hpp"
#include "edge/http/client.hpp"

namespace slipway::cluster {

struct LeaseSettings {
    std::string in_namespace{};
    std::string identity{};  ///< Who we are: "<pod>_<uuid>", different for each process.
    std::string name = "slipway";
    Duration duration = std::chrono::seconds(15);
    /// A quarter of it is what one request may take, so that one lost request costs no lease.
    Duration renew_deadline = std::chrono::seconds(10);
    Duration retry_period = std::chrono::seconds(2);
    /// For clocks that do not run at the same rate.
    Duration margin = std::chrono::seconds(1);
};

/// Takes, keeps and gives back the lease; one attempt at a time, on one thread.
class LeaseCandidate {
public:
    /// All but the settings must outlive it.
    LeaseCandidate(
        http::Client& client, const ports::Clock& clock, WriteGate& gate, LeaseSettings settings
    );

    /// Renews the lease if it is ours, takes it if nobody holds it; opens or closes the gate
    /// accordingly. An Error: nothing is known, and the gate closes when its time comes.
    Result<void> attempt();
    /// Closes the gate, then lets the next one in at once. REQUIRES: no write is under way.
    Result<void> release();

private:
    struct Observation {
        std::string version{};
        Time since{};
    };

    Result<Object> ask(const kubeapi::Request& request);
    Result<void> look_and_take();
    Result<void> take(const std::optional<Object>& before, Time started);
    Result<void> hold(Result<Object> answer, Time started);
    bool has_expired(const Object& lease, Time looked_at);
    kubeapi::Asked asked() const;

    http::Client& client_;
    const ports::Clock& clock_;
    WriteGate& gate_;
    const LeaseSettings settings_;
    std::optional<Object> held_{};
    Observation observed_{};
};

/// Competes for the lease on a thread of its own until destroyed; then gives it back.
class LeaseElection {
public:
    struct Listener {
        std::function<void(bool leads)> on_change{};     ///< Not told before the first change.
        std::function<void(const Error&)> on_trouble{};  ///< Once for each kind of trouble.
    };

    LeaseElection(
        http::Client& client,
        const ports::Clock& clock,
        WriteGate& gate,
        LeaseSettings settings,
        Listener listener
    );
    /// REQUIRES: no write is under way.
    ~LeaseElection();
    LeaseElection(const LeaseElection&) = delete;
    LeaseElection& operator=(const LeaseElection&) = delete;

private:
    void compete();
    void tell(const Result<void>& attempt);
    /// For the retry period, and never less than the server asked for. False: it is time to stop.
    bool rest(Duration asked);

    WriteGate& gate_;
    const Duration retry_period_;
    LeaseCandidate candidate_;
    Listener listener_;
    bool leads_ = false;
    std::optional<ErrorKind> trouble_{};
    std::mutex mutex_;
    std::condition_variable stop_asked_;
    bool is_stopping_ = false;
    std::thread thread_;
};

}  // namespace slipway::cluster
