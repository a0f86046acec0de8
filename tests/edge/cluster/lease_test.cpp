#include "edge/cluster/lease.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/cluster_http.hpp"

using namespace slipway;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

using kubeapi::Method;
using kubeapi::Request;
using kubeapi::Response;

Response refusal(int code, const char* reason) {
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

}  // namespace

TEST_CASE("a lease that does not exist is made, and opens the gate", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");

    REQUIRE(a.candidate.attempt());

    CHECK(a.gate.time_left() == 14s);
    CHECK(server.lease["apiVersion"] == "coordination.k8s.io/v1");
    CHECK(server.lease["metadata"]["namespace"] == "slipway-system");
    CHECK(server.lease["metadata"]["name"] == "slipway");
    CHECK(server.holder() == "a");
    CHECK(server.lease["spec"]["leaseDurationSeconds"] == 15);
    CHECK(server.lease["spec"]["renewTime"] == to_micro_text(a.clock.time));
    CHECK(server.lease["spec"]["acquireTime"] == to_micro_text(a.clock.time));
    CHECK(server.lease["spec"]["leaseTransitions"] == 0);
}

TEST_CASE(
    "lease requests share neither connections nor deadlines with others", "[cluster][lease]"
) {
    LeaseServer server;
    Process a(server, "a");

    REQUIRE(a.candidate.attempt());
    REQUIRE(a.candidate.attempt());

    CHECK(a.client.sent.size() == 3);
    for (const auto& sent : a.client.sent) {
        CHECK(sent.apart);
        CHECK(sent.deadline == 2500ms);
    }
}

TEST_CASE("a lease that is held is renewed by one request", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    const auto acquired = server.lease["spec"]["acquireTime"];
    a.client.sent.clear();
    a.clock.time += 2s;

    REQUIRE(a.candidate.attempt());

    CHECK(
        a.client.lines() ==
        std::vector<std::string>{"PUT "
                                 "/apis/coordination.k8s.io/v1/namespaces/slipway-system/leases/"
                                 "slipway?fieldManager=slipway&fieldValidation=Strict"}
    );
    CHECK(a.gate.time_left() == 14s);
    CHECK(server.lease["spec"]["renewTime"] == to_micro_text(a.clock.time));
    CHECK(server.lease["spec"]["acquireTime"] == acquired);
}

TEST_CASE("the gate counts from before the renewal was sent", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    a.client.answer = [&](const Request& request) {
        auto answer = server.serve(request);
        a.clock.time += 2s;
        return answer;
    };

    REQUIRE(a.candidate.attempt());

    CHECK(a.gate.time_left() == 12s);
}

TEST_CASE(
    "while another one renews, nobody else leads, whatever its clock says", "[cluster][lease]"
) {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    b.clock.time += std::chrono::hours(1000);
    REQUIRE(a.candidate.attempt());

    for (int round = 0; round < 20; ++round) {
        a.clock.time += 2s;
        b.clock.time += 2s;
        REQUIRE(a.candidate.attempt());
        REQUIRE(b.candidate.attempt());
        CHECK(a.gate.is_open());
        CHECK_FALSE(b.gate.is_open());
    }
}

TEST_CASE("a lease that did not change for its whole duration is taken", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    REQUIRE(a.candidate.attempt());
    REQUIRE(b.candidate.attempt());
    b.clock.time += 14'999ms;
    REQUIRE(b.candidate.attempt());
    CHECK(server.holder() == "a");

    b.clock.time += 1ms;
    a.clock.time += 15s;
    REQUIRE(b.candidate.attempt());

    CHECK(server.holder() == "b");
    CHECK(b.gate.is_open());
    CHECK_FALSE(a.gate.is_open());
    CHECK(server.lease["spec"]["leaseTransitions"] == 1);
}

TEST_CASE("the other one's own duration counts", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    REQUIRE(a.candidate.attempt());
    server.lease["spec"]["leaseDurationSeconds"] = 60;
    REQUIRE(b.candidate.attempt());

    b.clock.time += 59s;
    REQUIRE(b.candidate.attempt());
    CHECK(server.holder() == "a");
    b.clock.time += 1s;
    REQUIRE(b.candidate.attempt());
    CHECK(server.holder() == "b");
}

TEST_CASE("the time that an answer takes does not make a lease older", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    REQUIRE(a.candidate.attempt());
    REQUIRE(b.candidate.attempt());
    b.clock.time += 13s;
    b.client.answer = [&](const Request& request) {
        auto answer = server.serve(request);
        b.clock.time += 2s;
        return answer;
    };

    REQUIRE(b.candidate.attempt());

    CHECK(server.holder() == "a");
}

TEST_CASE(
    "a lease that cannot be renewed closes the gate by itself, before others may write",
    "[cluster][lease]"
) {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    server.is_down = true;

    for (int second = 2; second < 14; second += 2) {
        a.clock.time += 2s;
        CHECK_FALSE(a.candidate.attempt());
        CHECK(a.gate.is_open());
    }
    a.clock.time += 2s;

    CHECK_FALSE(a.gate.is_open());
}

TEST_CASE("after an outage the lease is won back and the gate opens again", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    server.is_down = true;
    a.clock.time += 60s;
    CHECK_FALSE(a.candidate.attempt());
    server.is_down = false;

    REQUIRE(a.candidate.attempt());

    CHECK(a.gate.is_open());
}

TEST_CASE("a renewal whose answer was lost is recognised as our own", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    server.loses_answers = true;
    CHECK_FALSE(a.candidate.attempt());
    server.loses_answers = false;
    a.clock.time += 2s;

    REQUIRE(a.candidate.attempt());

    CHECK(a.gate.time_left() == 14s);
    CHECK(server.lease["spec"]["leaseTransitions"] == 0);
}

TEST_CASE("whoever finds another holder closes the gate at once", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    server.lease["spec"]["holderIdentity"] = "b";
    server.touch();

    REQUIRE(a.candidate.attempt());

    CHECK_FALSE(a.gate.is_open());
    CHECK(server.holder() == "b");
}

TEST_CASE("a lease that was deleted is made anew", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    server.lease = nullptr;

    REQUIRE(a.candidate.attempt());

    CHECK(server.holder() == "a");
    CHECK(a.gate.is_open());
}

TEST_CASE("a lease full of nonsense is waited out and taken", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    REQUIRE(a.candidate.attempt());
    Process b(server, "b");
    const auto spec = GENERATE(
        json({{"holderIdentity", "ghost"}, {"leaseDurationSeconds", -5}, {"renewTime", "never"}}),
        json({{"holderIdentity", 7}}),
        json("text")
    );
    server.lease["spec"] = spec;
    server.touch();

    REQUIRE(b.candidate.attempt());
    b.clock.time += 15s;
    REQUIRE(b.candidate.attempt());

    CHECK(server.holder() == "b");
}

TEST_CASE("a lease that is given back is taken at once by the next one", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    REQUIRE(a.candidate.attempt());
    REQUIRE(b.candidate.attempt());

    REQUIRE(a.candidate.release());
    CHECK_FALSE(a.gate.is_open());
    CHECK(server.holder().empty());
    REQUIRE(b.candidate.attempt());

    CHECK(server.holder() == "b");
    CHECK(b.gate.is_open());
}

TEST_CASE("who does not hold the lease gives nothing back", "[cluster][lease]") {
    LeaseServer server;
    Process a(server, "a");
    Process b(server, "b");
    REQUIRE(a.candidate.attempt());
    REQUIRE(b.candidate.attempt());

    REQUIRE(b.candidate.release());

    CHECK(server.holder() == "a");
}

TEST_CASE("an election leads, says so, and gives the lease back when it ends", "[cluster][lease]") {
    LeaseServer server;
    test::FakeClient client;
    client.answer = [&](const Request& request) { return server.serve(request); };
    test::FakeClock clock;
    WriteGate gate(clock);
    std::promise<bool> first;
    std::vector<bool> changes;

    {
        LeaseElection election(
            client,
            clock,
            gate,
            {.in_namespace = "slipway-system", .identity = "a"},
            {.on_change =
                 [&](bool leads) {
                     changes.push_back(leads);
                     if (changes.size() == 1) first.set_value(leads);
                 }}
        );
        CHECK(first.get_future().get());
    }

    CHECK(changes == std::vector<bool>{true, false});
    CHECK(server.holder().empty());
    CHECK_FALSE(gate.is_open());
}
