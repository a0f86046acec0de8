/// A TLS server of the test's that plays the API server on its bad days: whatever it does, a
/// request ends in an answer or a typed error, within its deadline, and is not sent twice where
/// that would do it twice.
#include "client_fixture.hpp"
#include "stream_listener.hpp"

namespace slipway::test {
namespace {

/// A TLS server with this script, and a client that trusts it.
struct Hostile {
    explicit Hostile(HttpServer::Script script, http::ClientSettings settings = {})
        : server(std::move(script), ServerTls{.identity = authority.issue("api", "IP:127.0.0.1")}),
          credentials(std::make_shared<KnownCredentials>(http::TlsMaterial{
              .certificate_authority = authority.certificate()})) {
        settings.endpoint = {.host = "127.0.0.1", .port = server.port()};
        client = Client::start(settings, credentials);
    }

    Authority authority;
    HttpServer server;
    std::shared_ptr<KnownCredentials> credentials;
    std::unique_ptr<Client> client;
};

enum class Farewell { Orderly, Vanishing, Reset };

void leave(Peer& peer, Farewell how) {
    switch (how) {
        case Farewell::Orderly: return peer.close();
        case Farewell::Vanishing: return peer.vanish();
        case Farewell::Reset: return peer.reset();
    }
}

}  // namespace

TEST_CASE("an answer that is cut anywhere is an error and no answer", "[http][hostile]") {
    const auto* said = GENERATE(
        "",
        "HTTP/1.1 20",
        "HTTP/1.1 200 OK\r\nContent-",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a\":1}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"a\"",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"a\":1}\r\n"
    );
    const auto how = GENERATE(Farewell::Orderly, Farewell::Vanishing, Farewell::Reset);
    CAPTURE(said, static_cast<int>(how));
    Hostile hostile([&](Peer& peer) {
        peer.read_request();
        peer.write(said);
        leave(peer, how);
    });

    const auto cut = answer(*hostile.client, with_body(Method::Post, "{}"));

    REQUIRE_FALSE(cut);
    CHECK(cut.error().kind == ErrorKind::Unavailable);
    CHECK(hostile.server.connections() == 1);
}

TEST_CASE(
    "an answer that lasts until the connection ends is whole only if TLS was ended, too",
    "[http][hostile]"
) {
    const auto how = GENERATE(Farewell::Orderly, Farewell::Vanishing);
    CAPTURE(static_cast<int>(how));
    Hostile hostile([&](Peer& peer) {
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\n\r\n{\"items\": []}");
        leave(peer, how);
    });

    const auto response = answer(*hostile.client, get());

    CHECK(static_cast<bool>(response) == (how == Farewell::Orderly));
}

TEST_CASE("an answer that stalls anywhere ends with its deadline", "[http][hostile]") {
    const auto* said = GENERATE(
        "",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"a\""
    );
    CAPTURE(said);
    Hostile hostile([&](Peer& peer) {
        peer.read_request();
        peer.write(said);
        peer.wait_for_close();
    });

    const auto stalled = answer(*hostile.client, get(), 300ms);

    REQUIRE_FALSE(stalled);
    CHECK(stalled.error().kind == ErrorKind::Timeout);
}

TEST_CASE("a body that trickles keeps nobody longer than the deadline", "[http][hostile]") {
    Hostile hostile([](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        while (peer.chunk("x")) {
        }
    });

    const auto trickle = answer(*hostile.client, get(), 300ms);

    REQUIRE_FALSE(trickle);
    CHECK(
        (trickle.error().kind == ErrorKind::Timeout || trickle.error().kind == ErrorKind::TooLarge)
    );
}

TEST_CASE("a server that accepts and never says a word is given up on", "[http][hostile]") {
    Gate over;
    // It speaks no TLS: the handshake has no answer.
    HttpServer server([&](Peer&) { over.wait(); });
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    settings.connect_timeout = 200ms;
    const Authority authority;
    const auto client = Client::start(
        settings,
        std::make_shared<KnownCredentials>(http::TlsMaterial{
            .certificate_authority = authority.certificate()})
    );
    const auto listener = std::make_shared<Listener>();

    const auto silence = answer(*client, get());
    const auto stream = client->stream(get(), listener);
    const auto told = listener->after(1);
    over.open();

    REQUIRE_FALSE(silence);
    CHECK(silence.error().kind == ErrorKind::Unavailable);
    CHECK(silence.error().message.find("no connection within 200ms") != std::string::npos);
    CHECK(told.size() == 1);
}

TEST_CASE("a connection that died while it was idle costs no request", "[http][hostile]") {
    const auto how = GENERATE(Farewell::Orderly, Farewell::Vanishing, Farewell::Reset);
    CAPTURE(static_cast<int>(how));
    Gate left;
    Hostile hostile([&](Peer& peer) {
        while (peer.read_request()) {
            peer.respond(200);
            if (peer.number() > 1) continue;
            leave(peer, how);
            left.open();
            return;
        }
    });
    REQUIRE(answer(*hostile.client, get()));
    REQUIRE(left.wait());

    const auto response = answer(*hostile.client, with_body(Method::Post, "{}"));

    REQUIRE(response);
    CHECK(response->status == 200);
    CHECK(hostile.server.connections() == 2);
}

TEST_CASE("a server without whims is spoken to on one connection", "[http][hostile]") {
    Hostile hostile(HttpServer::answering(200, "{}"));

    for (int i = 0; i < 20; ++i)
        CHECK(answer(*hostile.client, get())->status == 200);

    CHECK(hostile.server.connections() == 1);
}

TEST_CASE("what a server says unasked is no answer to the next request", "[http][hostile]") {
    Gate said;
    Hostile hostile([&](Peer& peer) {
        while (peer.read_request()) {
            peer.respond(200, "asked for");
            if (peer.number() > 1) continue;
            peer.respond(408, "you were too slow");
            said.open();
            peer.wait_for_close();
        }
    });
    REQUIRE(answer(*hostile.client, get()));
    REQUIRE(said.wait());

    const auto response = answer(*hostile.client, with_body(Method::Post, "{}"));

    REQUIRE(response);
    CHECK(response->body == "asked for");
}

TEST_CASE("an answer that comes after its deadline is no answer to the next", "[http][hostile]") {
    Gate given_up;
    Gate answered_late;
    Hostile hostile([&](Peer& peer) {
        while (peer.read_request()) {
            if (peer.number() == 1) {
                given_up.wait();
                peer.respond(200, "too late");
                answered_late.open();
                peer.wait_for_close();
                return;
            }
            peer.respond(200, "in time");
        }
    });
    const auto first = answer(*hostile.client, get(), 200ms);
    given_up.open();
    REQUIRE(answered_late.wait());

    const auto second = answer(*hostile.client, get());

    REQUIRE_FALSE(first);
    CHECK(first.error().kind == ErrorKind::Timeout);
    REQUIRE(second);
    CHECK(second->body == "in time");
    CHECK(hostile.server.connections() == 2);
}

TEST_CASE(
    "a server that takes leave after each answer loses no request, and does none twice",
    "[http][hostile]"
) {
    std::atomic<int> done{0};
    Hostile hostile([&](Peer& peer) {
        if (!peer.read_request()) return;
        ++done;
        peer.respond(200, "", "Connection: close\r\n");
    });
    std::vector<std::future<Result<Response>>> answers;

    for (int i = 0; i < 30; ++i)
        answers.push_back(hostile.client->send(with_body(Method::Post, "{}"), 10s));

    for (auto& one : answers)
        CHECK(wait(std::move(one))->status == 200);
    CHECK(done == 30);
    CHECK(hostile.server.connections() == 30);
}

TEST_CASE("a redirect is an answer; nobody follows it with our credentials", "[http][hostile]") {
    const auto status = GENERATE(301, 302, 303, 307, 308);
    CAPTURE(status);
    HttpServer elsewhere(HttpServer::answering(200, "the token, please"));
    Hostile hostile([&](Peer& peer) {
        while (peer.read_request())
            peer.respond(
                status, "", "Location: http://127.0.0.1:" + elsewhere.port() + "/api/v1\r\n"
            );
    });
    const auto listener = std::make_shared<Listener>();

    const auto response = answer(*hostile.client, get());
    const auto stream = hostile.client->stream(get(), listener);

    REQUIRE(response);
    CHECK(response->status == status);
    CHECK(listener->after(2).back() == "end " + std::to_string(status));
    CHECK(elsewhere.connections() == 0);
    CHECK(hostile.server.connections() == 2);
}

TEST_CASE("what is no HTTP is said to be none", "[http][hostile]") {
    const auto* said = GENERATE(
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/2.0 200 OK\r\n\r\n"
    );
    CAPTURE(said);
    Hostile hostile([&](Peer& peer) {
        peer.read_request();
        peer.write(said);
        peer.wait_for_close();
    });

    const auto nonsense = answer(*hostile.client, get());

    REQUIRE_FALSE(nonsense);
    CHECK(nonsense.error().kind == ErrorKind::Unavailable);
    CHECK(nonsense.error().message.find("is not HTTP as it should be") != std::string::npos);
}

TEST_CASE("a header without end is not kept", "[http][hostile]") {
    Hostile hostile([](Peer& peer) {
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\n");
        while (peer.write("X-Filling: " + std::string(1000, 'x') + "\r\n")) {
        }
    });

    const auto flood = answer(*hostile.client, get());

    REQUIRE_FALSE(flood);
    CHECK(flood.error().kind == ErrorKind::Unavailable);
}

TEST_CASE("a stream that is cut tells its whole lines and then why, once", "[http][hostile]") {
    const auto how = GENERATE(Farewell::Orderly, Farewell::Vanishing, Farewell::Reset);
    CAPTURE(static_cast<int>(how));
    Gate seen;
    Hostile hostile([&](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        peer.chunk("{\"type\":\"ADDED\"}\n{\"type\":\"MODI");
        seen.wait();
        leave(peer, how);
    });
    const auto listener = std::make_shared<Listener>();
    const auto stream = hostile.client->stream(get(), listener);
    CHECK(listener->after(2) == Words{"open 200", "line {\"type\":\"ADDED\"}"});

    seen.open();

    CHECK(listener->after(3) == Words{"open 200", "line {\"type\":\"ADDED\"}", "end Unavailable"});
}

TEST_CASE("a stream that falls silent over TLS is taken for dead", "[http][hostile]") {
    Hostile hostile(
        [](Peer& peer) {
            peer.read_request();
            peer.begin_chunks();
            peer.chunk("line\n");
            peer.wait_for_close();
        },
        {.stream_stall = 300ms}
    );
    const auto listener = std::make_shared<Listener>();

    const auto stream = hostile.client->stream(get(), listener);

    CHECK(listener->after(3) == Words{"open 200", "line line", "end Timeout"});
}

TEST_CASE(
    "a stream to a server with a wrong certificate hears and says nothing", "[http][hostile]"
) {
    const Authority ours;
    const Authority theirs("theirs");
    Count requests;
    HttpServer server(
        [&](Peer& peer) {
            if (peer.read_request()) requests.add();
        },
        ServerTls{.identity = theirs.issue("api", "IP:127.0.0.1")}
    );
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    const auto client = Client::start(
        settings,
        std::make_shared<KnownCredentials>(http::TlsMaterial{
            .certificate_authority = ours.certificate()})
    );
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get("/watch"), listener);

    CHECK(listener->after(1) == Words{"end Unavailable"});
    CHECK(listener->end().find("not signed by the configured authority") != std::string::npos);
    CHECK(requests.value() == 0);
}

TEST_CASE("a token that rotated costs one refusal and no failure, over TLS", "[http][hostile]") {
    std::atomic<int> refused{0};
    Hostile hostile([&](Peer& peer) {
        while (const auto request = peer.read_request()) {
            const bool is_new = request->header("Authorization") == "Bearer new";
            if (!is_new) ++refused;
            peer.respond(is_new ? 200 : 401);
        }
    });

    for (int i = 0; i < 5; ++i)
        CHECK(answer(*hostile.client, with_body(Method::Post, "{}"))->status == 200);

    CHECK(refused == 1);
    CHECK(hostile.credentials->refusals == 1);
}

}  // namespace slipway::test
