#include "edge/cluster/lease.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/cluster_lease.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;

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
