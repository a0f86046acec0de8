/// What the API server answers on its bad days, and how often it is asked again.
#include <nlohmann/json.hpp>

#include "edge/cluster/kube_cluster.hpp"
#include "support/catch.hpp"
#include "support/cluster_served.hpp"
#include "support/cluster_watch.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

namespace {

/// Whatever is asked is answered so.
struct Troubled {
    explicit Troubled(Response answer) {
        gate.open_for_good();
        client.answer = [answer = std::move(answer)](const Request&) -> Result<Response> {
            return answer;
        };
    }
    Error read() {
        const auto got = cluster.get(Identity::itself(), config_maps, config_map_id("a"));
        REQUIRE_FALSE(got);
        return got.error();
    }
    Error write(const ports::Write& write) {
        const auto results = cluster.write(Identity::itself(), {&write, 1});
        REQUIRE(results.size() == 1);
        REQUIRE_FALSE(results.front());
        return results.front().error();
    }

    test::FakeClient client{};
    test::FakeClock clock{};
    WriteGate gate{clock};
    std::vector<Duration> pauses{};
    KubeCluster cluster{
        client, gate, clock, {.pause = [this](Duration wait) { pauses.push_back(wait); }}};
};

ports::Apply apply() {
    return {.kind = config_maps, .object = config_map("a"), .field_manager = "m"};
}

ports::Create create() {
    return {.kind = config_maps, .object = config_map("a"), .field_manager = "m"};
}

const std::string webhook_is_down =
    R"({"kind": "Status", "reason": "InternalError", "code": 500, "message": "Internal error )"
    R"(occurred: failed calling webhook \"w\": connect: connection refused"})";

}  // namespace

TEST_CASE("every answer of a server in trouble is a typed error", "[cluster][trouble]") {
    struct Row {
        int status;
        std::string body;
        ErrorKind kind;
    };
    const auto row = GENERATE(
        Row{301, "", ErrorKind::Unavailable},
        Row{307, "<a href=\"https://elsewhere\">", ErrorKind::Unavailable},
        Row{401, "Unauthorized", ErrorKind::Unauthorized},
        Row{409, "{}", ErrorKind::Conflict},
        Row{410, "", ErrorKind::Expired},
        Row{429, "", ErrorKind::Throttled},
        Row{500, "", ErrorKind::Unavailable},
        Row{500, webhook_is_down, ErrorKind::WebhookUnavailable},
        Row{502, "<html>bad gateway</html>", ErrorKind::Unavailable},
        Row{503, "upstream connect error", ErrorKind::Unavailable},
        Row{504, "", ErrorKind::Unavailable},
        Row{200, "", ErrorKind::Unavailable},
        Row{200, "{\"kind\": \"ConfigMap\", \"meta", ErrorKind::Unavailable},
        Row{200, "<html>log in first</html>", ErrorKind::Unavailable}
    );
    CAPTURE(row.status, row.body);
    Troubled server({.status = row.status, .body = row.body});

    CHECK(server.read().kind == row.kind);
    CHECK(server.write(apply()).kind == row.kind);
    CHECK(server.write(create()).kind == row.kind);
}

TEST_CASE(
    "a server in trouble is asked four times at most, ever more slowly, for a create once",
    "[cluster][trouble]"
) {
    const auto status = GENERATE(301, 307, 429, 500, 502, 503, 504);
    CAPTURE(status);
    Troubled server({.status = status, .body = "<html>no object of Kubernetes'</html>"});

    server.read();
    CHECK(server.client.sent.size() == 4);
    server.write(apply());
    CHECK(server.client.sent.size() == 8);
    server.write(create());

    CHECK(server.client.sent.size() == 9);
    REQUIRE(server.pauses.size() == 6);
    CHECK(server.pauses[0] >= 100ms);
    CHECK(server.pauses[1] >= 200ms);
    CHECK(server.pauses[2] >= 400ms);
}

TEST_CASE("what answers, and is no Kubernetes, is not asked again at once", "[cluster][trouble]") {
    Troubled server({.status = 200, .body = "<html>log in first</html>"});

    server.read();
    server.write(apply());

    CHECK(server.client.sent.size() == 2);
}

TEST_CASE("a webhook that is down is left to who knows when to try again", "[cluster][trouble]") {
    Troubled server({.status = 500, .body = webhook_is_down});

    const auto error = server.write(apply());

    CHECK(is_transient(error.kind));
    CHECK_THAT(error.message, Contains("a webhook did not answer"));
    CHECK(server.client.sent.size() == 1);
}

TEST_CASE("no request goes again before the server's Retry-After", "[cluster][trouble]") {
    const auto status = GENERATE(429, 500, 503, 504);
    CAPTURE(status);
    Troubled server({.status = status, .headers = {{"Retry-After", "4"}}});

    CHECK(server.read().retry_after == 4s);

    CHECK(server.pauses == std::vector<Duration>{4s, 4s, 4s});
}

TEST_CASE("of a list of which a page fails nothing counts", "[cluster][trouble]") {
    Clustered c;
    c.serves(
        "GET /api/v1/configmaps?limit=500",
        {{"metadata", {{"continue", "x"}}}, {"items", {{{"metadata", {{"name", "a"}}}}}}}
    );
    c.answers["GET /api/v1/configmaps?limit=500&continue=x"] = {.status = 500};

    const auto listed = c.cluster.list(Identity::itself(), config_maps, {});

    REQUIRE_FALSE(listed);
    CHECK(listed.error().kind == ErrorKind::Unavailable);
}

namespace {

const Response refusal{
    .status = 403,
    .body = R"({"kind": "Status", "code": 403, "reason": "Forbidden", "message": "configmaps )"
            R"(\"a\" is forbidden: User \"u\" cannot get resource \"configmaps\""})"};

}  // namespace

TEST_CASE("a refusal is taken for the server's word", "[cluster][trouble]") {
    Troubled server(refusal);

    CHECK(server.read().kind == ErrorKind::Forbidden);
    CHECK(server.client.sent.size() == 1);
}

TEST_CASE(
    "a refusal by a server that has just come back is asked about again: it may not have read the "
    "roles",
    "[cluster][trouble]"
) {
    Troubled server(refusal);
    server.client.answer = [answered = 0](const Request&) mutable -> Result<Response> {
        if (++answered == 1) return Error{ErrorKind::Unavailable, "the connection died"};
        if (answered == 2) return refusal;
        return Response{.status = 200, .body = config_map("a").document().dump()};
    };

    CHECK(server.cluster.get(Identity::itself(), config_maps, config_map_id("a")));
}

TEST_CASE(
    "a server that refuses on after it came back is believed after ten seconds",
    "[cluster][trouble]"
) {
    Troubled server(refusal);
    server.client.answer = [](const Request&) -> Result<Response> {
        return Error{ErrorKind::Unavailable, "the connection died"};
    };
    CHECK(server.read().kind == ErrorKind::Unavailable);
    server.client.answer = [](const Request&) -> Result<Response> { return refusal; };

    const Error early = server.read();
    server.clock.time += 11s;
    const Error late = server.read();

    CHECK(early.kind == ErrorKind::Unavailable);
    CHECK_THAT(early.message, Contains("cannot get resource") && Contains("has just come back"));
    CHECK(late.kind == ErrorKind::Forbidden);
}

TEST_CASE(
    "a watch whose connection dies tells that the server was away as well", "[cluster][trouble]"
) {
    Watching w;
    w.begins();

    w.client.ends(Error{ErrorKind::Unavailable, "the connection died"});

    CHECK(w.server.judged({ErrorKind::Forbidden, "m"}).kind == ErrorKind::Unavailable);
}
