/// A server that holds one Lease, and processes that compete for it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "edge/cluster/lease.hpp"
#include "support/catch.hpp"
#include "support/cluster_http.hpp"

namespace slipway::test {

using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;

using kubeapi::Method;
using kubeapi::Request;
using kubeapi::Response;

inline Response refusal(int code, const char* reason) {
    const json body{
        {"kind", "Status"},
        {"reason", reason},
        {"message", "m"},
        {"details", {{"name", "slipway"}}},
        {"code", code}};
    return {.status = code, .body = body.dump()};
}

/// A server that holds one Lease.
struct LeaseServer {
    Result<Response> serve(const Request& request) {
        if (is_down) return Error{ErrorKind::Unavailable, "no route"};
        switch (request.method) {
            case Method::Get: return lease.is_null() ? refusal(404, "NotFound") : told();
            case Method::Post:
                return lease.is_null() ? store(request) : refusal(409, "AlreadyExists");
            case Method::Put: return replaced(request);
            case Method::Patch:
            case Method::Delete: break;
        }
        return refusal(405, "MethodNotAllowed");
    }

    Result<Response> replaced(const Request& request) {
        const json sent = json::parse(request.body);
        if (lease.is_null() && forgets_names) return refusal(404, "NotFound");
        const bool is_stale = lease.is_null() || sent["metadata"]["resourceVersion"] !=
                                                     lease["metadata"]["resourceVersion"];
        if (is_stale) return refusal(409, "Conflict");
        auto answer = store(request);
        if (loses_answers) return Error{ErrorKind::Timeout, "no answer"};
        return answer;
    }

    Response store(const Request& request) {
        lease = json::parse(request.body);
        touch();
        return told();
    }
    void touch() { lease["metadata"]["resourceVersion"] = std::to_string(++revision); }
    Response told() const { return {.status = 200, .body = lease.dump()}; }

    std::string holder() const { return lease["spec"]["holderIdentity"]; }

    json lease = nullptr;
    int revision = 0;
    bool is_down = false;
    bool loses_answers = false;
    bool forgets_names = false;  ///< A PUT onto nothing is 404; else 409, for its resourceVersion.
};

struct Process {
    Process(LeaseServer& server, const std::string& identity)
        : candidate(client, clock, gate, {.in_namespace = "slipway-system", .identity = identity}) {
        client.answer = [&server](const Request& request) { return server.serve(request); };
    }

    test::FakeClient client{};
    test::FakeClock clock{};
    WriteGate gate{clock};
    LeaseCandidate candidate;
};

}  // namespace slipway::test
