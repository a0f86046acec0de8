/// Makes requests as somebody, and makes them again where that is safe.
///
/// Promises: a request of a tenant's account carries the header that makes it so; no mutating
/// request is sent while the write gate is closed, nor may one be carried out after the gate would
/// close; a request goes again only if doing it twice is doing it once, at most three times, and
/// never before the server's Retry-After. Everything ends in an answer of 2xx or a typed Error.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/kubeapi/request.hpp"
#include "core/kubeapi/status_error.hpp"
#include "edge/cluster/server_return.hpp"
#include "edge/cluster/write_gate.hpp"
#include "edge/http/client.hpp"
#include "ports/identity.hpp"

namespace slipway::cluster {

/// `request`, made as `as` (Kubernetes' user impersonation).
kubeapi::Request made_as(const ports::Identity& as, kubeapi::Request request);

struct Call {
    enum class Effect {
        Read,
        RepeatableWrite,  ///< Doing it twice is doing it once.
        SingleWrite,
    };

    /// Built when it is sent; `allowed` is what the server may take for it.
    std::function<kubeapi::Request(Duration allowed)> request;
    kubeapi::Asked asked{};
    Effect effect = Effect::Read;
};

struct CallerSettings {
    Duration deadline = std::chrono::seconds(30);  ///< Of one request.
    /// A longer Retry-After is not waited for here: it travels in the Error.
    Duration longest_wait = std::chrono::seconds(5);
    /// So many are on their way at a time; the client's pool has fewer connections.
    std::size_t window = 32;
    std::function<void(Duration)> pause{};  ///< Sleeps; tests only note it.
};

/// Safe to call from several threads, but not from the client's own: it waits.
class Caller {
public:
    /// All but the settings must outlive it.
    Caller(
        http::Client& client, const WriteGate& gate, ServerReturn& server, CallerSettings settings
    );

    Result<kubeapi::Response> call(const ports::Identity& as, const Call& call);
    /// Several at a time; answers in their order.
    std::vector<Result<kubeapi::Response>> call_all(
        const ports::Identity& as, std::span<const Call> calls
    );

private:
    using Answers = std::vector<Result<kubeapi::Response>>;

    Result<kubeapi::Response> judged(Result<kubeapi::Response> answer, const kubeapi::Asked& asked);
    bool may_repeat(const Call& call, const Result<kubeapi::Response>& answer) const;
    Result<std::future<Result<kubeapi::Response>>> send(
        const ports::Identity& as, const Call& call
    );
    void send_round(
        const ports::Identity& as,
        std::span<const Call> calls,
        const std::vector<std::size_t>& round,
        Answers& answers
    );

    http::Client& client_;
    const WriteGate& gate_;
    ServerReturn& server_;
    CallerSettings settings_;
};

}  // namespace slipway::cluster
