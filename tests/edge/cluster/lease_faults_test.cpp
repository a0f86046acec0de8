#include <nlohmann/json.hpp>

#include "edge/cluster/lease.hpp"
#include "support/catch.hpp"
#include "support/cluster_lease.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;

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
    server.forgets_names = GENERATE(true, false);

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

TEST_CASE("a busy server is not asked for the lease before its Retry-After", "[cluster][lease]") {
    LeaseServer server;
    test::FakeClient client;
    std::vector<std::chrono::steady_clock::time_point> asked_at;
    client.answer = [&](const Request& request) -> Result<Response> {
        asked_at.push_back(std::chrono::steady_clock::now());
        if (asked_at.size() > 1) return server.serve(request);
        return Response{.status = 429, .headers = {{"Retry-After", "1"}}};
    };
    test::FakeClock clock;
    WriteGate gate(clock);
    std::promise<void> leads;

    {
        LeaseElection election(
            client,
            clock,
            gate,
            {.in_namespace = "slipway-system", .identity = "a", .retry_period = 10ms},
            {.on_change =
                 [&](bool now_leads) {
                     if (now_leads) leads.set_value();
                 }}
        );
        REQUIRE(leads.get_future().wait_for(20s) == std::future_status::ready);
    }

    REQUIRE(asked_at.size() > 1);
    CHECK(asked_at[1] - asked_at[0] >= 1s);
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
