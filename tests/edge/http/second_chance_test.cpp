#include "client_fixture.hpp"

namespace slipway::test {
namespace {

/// Serves one request per connection, then takes another one and hangs up without a word.
HttpServer::Script stale_after_one(std::atomic<int>& requests) {
    return [&requests](Peer& peer) {
        if (!peer.read_request()) return;
        ++requests;
        peer.respond(200, std::to_string(peer.number()));
        if (peer.read_request()) ++requests;
    };
}

}  // namespace

TEST_CASE("what is idempotent is sent again when a used connection turns out closed", "[http]") {
    const auto method = GENERATE(Method::Get, Method::Put, Method::Patch, Method::Delete);
    CAPTURE(word(method));
    std::atomic<int> requests{0};
    HttpServer server(stale_after_one(requests));
    const auto client = client_of(server);
    REQUIRE(answer(*client, get()));

    const auto response = answer(*client, with_body(method, "{}"));

    CHECK(response->body == "2");
    CHECK(requests == 3);
}

TEST_CASE("a POST that may have arrived is not sent again", "[http]") {
    std::atomic<int> requests{0};
    HttpServer server(stale_after_one(requests));
    const auto client = client_of(server);
    REQUIRE(answer(*client, get()));

    const auto lost = answer(*client, with_body(Method::Post, "{}"));

    CHECK(lost.error().kind == ErrorKind::Unavailable);
    CHECK(
        lost.error().message.find("the connection was closed before an answer (") !=
        std::string::npos
    );
    CHECK(requests == 2);
}

TEST_CASE("a connection that the server closed while it was idle is not used", "[http]") {
    Gate closed;
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.respond(200);
        if (peer.number() > 1) return;
        peer.close();
        closed.open();
    });
    const auto client = client_of(server);
    REQUIRE(answer(*client, get()));
    REQUIRE(closed.wait());

    const auto response = answer(*client, with_body(Method::Post, "{}"));

    CHECK(response->status == 200);
    CHECK(server.connections() == 2);
}

TEST_CASE("a new connection that dies without an answer is no reason to try again", "[http]") {
    HttpServer server([](Peer& peer) { peer.read_request(); });
    const auto client = client_of(server);

    const auto lost = answer(*client, get());

    CHECK(lost.error().kind == ErrorKind::Unavailable);
    CHECK(server.connections() == 1);
}

TEST_CASE("a request is sent again once only", "[http]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        if (peer.number() == 1) {
            peer.respond(200);
            peer.read_request();
        }
    });
    const auto client = client_of(server);
    REQUIRE(answer(*client, get()));

    const auto lost = answer(*client, get());

    CHECK(lost.error().kind == ErrorKind::Unavailable);
    CHECK(server.connections() == 2);
}

TEST_CASE("an answer that was cut short is not asked for again", "[http]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        peer.respond(200);
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    });
    const auto client = client_of(server);
    REQUIRE(answer(*client, get()));

    const auto cut = answer(*client, get());

    CHECK(cut.error().message.find("closed in the middle of the answer (") != std::string::npos);
    CHECK(server.connections() == 1);
}

TEST_CASE("a refusal that comes before the body was read is an answer", "[http]") {
    struct Row {
        const char* manner;
        bool is_polite;
        bool has_tls;
    };
    const auto row = GENERATE(
        Row{"waits for the rest", true, false},
        Row{"hangs up at once", false, false},
        Row{"waits for the rest, TLS", true, true},
        Row{"hangs up at once, TLS", false, true}
    );
    CAPTURE(row.manner);
    const Authority authority;
    const ServerTls tls{.identity = authority.issue("api", "IP:127.0.0.1")};
    HttpServer server(
        [&](Peer& peer) {
            peer.read_head();
            peer.respond(413, "too much", "Connection: close\r\n");
            if (!row.is_polite) return;
            peer.stop_talking();
            peer.wait_for_close();
        },
        row.has_tls ? std::optional(tls) : std::nullopt
    );
    auto settings = settings_for(server);
    settings.endpoint.tls = row.has_tls;
    const auto client = Client::start(
        settings,
        std::make_shared<KnownCredentials>(http::TlsMaterial{
            .certificate_authority = authority.certificate()})
    );

    const auto refusal = answer(*client, with_body(Method::Put, std::string(16 << 20, 'x')));

    CAPTURE(refusal ? "" : refusal.error().message);
    REQUIRE(refusal);
    CHECK(refusal->status == 413);
    CHECK(refusal->body == "too much");
}

TEST_CASE("refused credentials are read again and the request sent once more", "[http]") {
    const auto method = GENERATE(Method::Get, Method::Post);
    CAPTURE(word(method));
    std::atomic<int> requests{0};
    HttpServer server([&](Peer& peer) {
        while (const auto request = peer.read_request()) {
            ++requests;
            peer.respond(request->header("Authorization") == "Bearer new" ? 200 : 401);
        }
    });
    const auto credentials = std::make_shared<KnownCredentials>();
    const auto client = Client::start(settings_for(server), credentials);

    const auto response = answer(*client, with_body(method, "{}"));

    CHECK(response->status == 200);
    CHECK(credentials->refusals == 1);
    CHECK(requests == 2);
    CHECK(server.connections() == 2);
}

TEST_CASE("credentials that are refused twice are the answer", "[http]") {
    HttpServer server(HttpServer::answering(401, "who are you"));
    const auto credentials = std::make_shared<KnownCredentials>();
    const auto client = Client::start(settings_for(server), credentials);

    const auto response = answer(*client, get());

    CHECK(response->status == 401);
    CHECK(response->body == "who are you");
    CHECK(credentials->refusals == 1);
}

}  // namespace slipway::test
