#include "edge/cluster/caller.hpp"

#include "support/catch.hpp"
#include "support/cluster_http.hpp"

using namespace slipway;
using namespace slipway::cluster;
using namespace std::chrono_literals;

namespace {

using kubeapi::Response;
using ports::Identity;

struct Calling {
    Calling() { gate.open_for_good(); }

    Call call(kubeapi::Method method, Call::Effect effect) {
        return {
            .request =
                [this, method](Duration allowed) {
                    last_allowed = allowed;
                    return kubeapi::Request{.method = method, .target = "/x"};
                },
            .asked = {.kind = {.version = "v1", .kind = "ConfigMap", .plural = "configmaps"}},
            .effect = effect,
        };
    }
    Call read() { return call(kubeapi::Method::Get, Call::Effect::Read); }
    Call apply() { return call(kubeapi::Method::Patch, Call::Effect::RepeatableWrite); }
    Call create() { return call(kubeapi::Method::Post, Call::Effect::SingleWrite); }

    /// One answer after the other, the last for ever.
    void answer(std::vector<Result<Response>> answers) {
        client.answer = [answers, next = std::size_t{0}](const auto&) mutable {
            return answers[std::min(next++, answers.size() - 1)];
        };
    }

    test::FakeClient client{};
    test::FakeClock clock{};
    WriteGate gate{clock};
    Duration last_allowed{};
    std::vector<Duration> pauses{};
    ServerReturn server{clock};
    Caller caller{client, gate, server, {.window = 2, .pause = [this](Duration wait) {
                                             pauses.push_back(wait);
                                         }}};
};

const Error lost{ErrorKind::Unavailable, "connection died"};
const Response fine{.status = 200, .body = "{}"};

}  // namespace

TEST_CASE(
    "a tenant's request carries the tenant's name, the operator's own does not", "[cluster][caller]"
) {
    Calling c;
    c.answer({fine});
    const auto tenant = *Identity::service_account("shop", "deployer");

    REQUIRE(c.caller.call(tenant, c.read()));
    REQUIRE(c.caller.call(tenant, c.apply()));
    REQUIRE(c.caller.call(Identity::itself(), c.read()));

    CHECK(
        test::header(c.client.sent[0].request, "Impersonate-User") ==
        "system:serviceaccount:shop:deployer"
    );
    CHECK(
        test::header(c.client.sent[1].request, "Impersonate-User") ==
        "system:serviceaccount:shop:deployer"
    );
    CHECK(test::header(c.client.sent[2].request, "Impersonate-User").empty());
}

TEST_CASE(
    "while the gate is closed nothing is written, and everything is read", "[cluster][caller]"
) {
    Calling c;
    c.answer({fine});
    c.gate.close();

    const auto read = c.caller.call(Identity::itself(), c.read());
    const auto applied = c.caller.call(Identity::itself(), c.apply());
    const auto created = c.caller.call(Identity::itself(), c.create());

    CHECK(read);
    CHECK(c.client.sent.size() == 1);
    CHECK(c.pauses.empty());
    REQUIRE_FALSE(applied);
    CHECK(applied.error().kind == ErrorKind::Unavailable);
    CHECK(
        applied.error().message ==
        "this operator does not hold the lease, so it writes nothing; another replica leads, or "
        "the API server cannot be reached"
    );
    CHECK_FALSE(created);
}

TEST_CASE("no write may be carried out after the gate would close", "[cluster][caller]") {
    Calling c;
    c.answer({fine});
    c.gate.open_until(c.clock.time + 6s);

    REQUIRE(c.caller.call(Identity::itself(), c.apply()));

    CHECK(c.client.sent[0].deadline == 6s);
    CHECK(c.last_allowed == 5s);
}

TEST_CASE("a write that could not end before the gate closes is not begun", "[cluster][caller]") {
    Calling c;
    c.answer({fine});
    c.gate.open_until(c.clock.time + 249ms);

    CHECK_FALSE(c.caller.call(Identity::itself(), c.apply()));
    CHECK(c.client.sent.empty());
}

TEST_CASE("a read is not hurried by the gate", "[cluster][caller]") {
    Calling c;
    c.answer({fine});
    c.gate.open_until(c.clock.time + 6s);

    REQUIRE(c.caller.call(Identity::itself(), c.read()));

    CHECK(c.client.sent[0].deadline == 30s);
}

TEST_CASE("a gate that closes between two tries ends the trying", "[cluster][caller]") {
    Calling c;
    c.client.answer = [&](const auto&) {
        c.gate.close();
        return lost;
    };

    const auto applied = c.caller.call(Identity::itself(), c.apply());

    CHECK(c.client.sent.size() == 1);
    CHECK(applied.error().message == "connection died");
}

TEST_CASE(
    "what may be repeated is, three times at most, and ever more slowly", "[cluster][caller]"
) {
    Calling c;
    c.answer({lost});

    const auto read = c.caller.call(Identity::itself(), c.read());

    CHECK_FALSE(read);
    CHECK(c.client.sent.size() == 4);
    REQUIRE(c.pauses.size() == 3);
    CHECK(c.pauses[0] >= 100ms);
    CHECK(c.pauses[0] <= 200ms);
    CHECK(c.pauses[2] >= 400ms);
}

TEST_CASE("a second try that succeeds is all that is heard", "[cluster][caller]") {
    Calling c;
    c.answer({lost, fine});

    CHECK(c.caller.call(Identity::itself(), c.apply()));
    CHECK(c.client.sent.size() == 2);
}

TEST_CASE("a create is sent once, whatever becomes of it", "[cluster][caller]") {
    Calling c;
    c.answer({lost, fine});

    const auto created = c.caller.call(Identity::itself(), c.create());

    CHECK_FALSE(created);
    CHECK(c.client.sent.size() == 1);
}

TEST_CASE("a refusal is not argued with", "[cluster][caller]") {
    const auto status = GENERATE(400, 401, 403, 404, 409, 410, 422);
    Calling c;
    c.answer({Response{.status = status}});

    CHECK_FALSE(c.caller.call(Identity::itself(), c.apply()));
    CHECK(c.client.sent.size() == 1);
}

TEST_CASE(
    "the server's Retry-After is kept, or left to the caller where it is long", "[cluster][caller]"
) {
    Calling c;
    c.answer({Response{.status = 429, .headers = {{"Retry-After", "3"}}}, fine});
    REQUIRE(c.caller.call(Identity::itself(), c.apply()));
    CHECK(c.pauses == std::vector<Duration>{3s});

    c.answer({Response{.status = 429, .headers = {{"Retry-After", "30"}}}, fine});
    const auto asked_to_wait = c.caller.call(Identity::itself(), c.apply());

    REQUIRE_FALSE(asked_to_wait);
    CHECK(asked_to_wait.error().kind == ErrorKind::Throttled);
    CHECK(asked_to_wait.error().retry_after == 30s);
    CHECK(c.pauses.size() == 1);
}

TEST_CASE(
    "of many requests only those that failed go again, and answers keep their order",
    "[cluster][caller]"
) {
    Calling c;
    std::vector<Call> calls;
    for (int i = 0; i < 5; ++i) {
        calls.push_back(c.read());
        calls.back().request = [i](Duration) {
            return kubeapi::Request{.target = "/" + std::to_string(i)};
        };
    }
    bool has_failed = false;
    c.client.answer = [&](const kubeapi::Request& request) -> Result<Response> {
        if (request.target == "/3" && !std::exchange(has_failed, true)) return lost;
        return Response{.status = 200, .body = request.target};
    };

    const auto answers = c.caller.call_all(Identity::itself(), calls);

    CHECK(
        c.client.lines() ==
        std::vector<std::string>{"GET /0", "GET /1", "GET /2", "GET /3", "GET /4", "GET /3"}
    );
    for (std::size_t i = 0; i < answers.size(); ++i) {
        REQUIRE(answers[i]);
        CHECK(answers[i]->body == "/" + std::to_string(i));
    }
}

TEST_CASE("the gate closes by itself when its time has come", "[cluster][gate]") {
    test::FakeClock clock;
    WriteGate gate(clock);

    CHECK_FALSE(gate.is_open());
    gate.open_until(clock.time + 10s);
    CHECK(gate.time_left() == 10s);
    clock.time += 9'999ms;
    CHECK(gate.is_open());
    clock.time += 1ms;
    CHECK_FALSE(gate.is_open());
    CHECK(gate.time_left() == 0s);
}
