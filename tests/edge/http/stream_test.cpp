#include "client_fixture.hpp"
#include "stream_listener.hpp"

namespace slipway::test {

TEST_CASE("lines come whole, however the body is cut", "[http][stream]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        for (const auto* piece : {"{\"a\":1}\n{\"b\"", ":", "2}\n", "\n", "{}\nlast"}) {
            peer.chunk(piece);
        }
        peer.chunk("");
        peer.wait_for_close();
    });
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get("/watch"), listener);

    CHECK(
        listener->after(7) ==
        Words{
            "open 200",
            "line {\"a\":1}",
            "line {\"b\":2}",
            "line ",
            "line {}",
            "line last",
            "end 200"}
    );
}

TEST_CASE("a line is told when it is there, not when the next one comes", "[http][stream]") {
    Gate seen;
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        peer.chunk("first\n");
        seen.wait();
        peer.chunk("second\n");
        peer.chunk("");
    });
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();
    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(2) == Words{"open 200", "line first"});
    seen.open();

    CHECK(listener->after(4).back() == "end 200");
}

TEST_CASE("a body with a length is a stream as well", "[http][stream]") {
    HttpServer server(HttpServer::answering(200, "a\nb\n"));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(4) == Words{"open 200", "line a", "line b", "end 200"});
}

TEST_CASE("megabytes of lines come through in order over TLS", "[http][stream]") {
    const Authority authority;
    const std::string filling(1000, 'x');
    HttpServer server(
        [&](Peer& peer) {
            peer.read_request();
            peer.begin_chunks();
            for (int i = 0; i < 3000; ++i) {
                peer.chunk(std::to_string(i) + filling + "\n");
            }
            peer.chunk("");
        },
        ServerTls{.identity = authority.issue("api", "IP:127.0.0.1")}
    );
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    const auto client = Client::start(
        settings,
        std::make_shared<KnownCredentials>(http::TlsMaterial{
            .certificate_authority = authority.certificate()})
    );
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);
    const auto told = listener->after(3002);

    REQUIRE(told.size() == 3002);
    for (std::size_t i = 0; i < 3000; ++i) {
        if (told[i + 1] != "line " + std::to_string(i) + filling) FAIL("line " << i << " is wrong");
    }
}

TEST_CASE("a refusal is told with its body", "[http][stream]") {
    HttpServer server(HttpServer::answering(410, "too old"));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(2) == Words{"open 410", "end 410"});
    CHECK(listener->end() == "too old");
}

TEST_CASE("a refusal without end is not kept", "[http][stream]") {
    HttpServer server(HttpServer::answering(500, std::string((1 << 20) + 1, 'x')));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(2) == Words{"open 500", "end TooLarge"});
}

TEST_CASE("a stream asks once more when its credentials are refused", "[http][stream]") {
    HttpServer server([](Peer& peer) {
        const auto request = peer.read_request();
        const bool is_new = request->header("Authorization") == "Bearer new";
        peer.respond(is_new ? 200 : 401, is_new ? "a\n" : "");
    });
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(3) == Words{"open 200", "line a", "end 200"});
}

TEST_CASE("a stream without a byte is taken for dead", "[http][stream]") {
    struct Row {
        const char* said;
        Words expected;
    };
    const auto row = GENERATE(
        Row{"", {"end Timeout"}},
        Row{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na\n\r\n",
            {"open 200", "line a", "end Timeout"}}
    );
    CAPTURE(row.said);
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.write(row.said);
        peer.wait_for_close();
    });
    auto settings = settings_for(server);
    settings.stream_stall = 200ms;
    settings.connect_timeout = 1h;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get("/watch"), listener);

    CHECK(listener->after(row.expected.size()) == row.expected);
    CHECK(
        listener->end() == "GET http://127.0.0.1:" + server.port() +
                               "/watch: nothing came for 200ms, so it is taken for dead"
    );
}

TEST_CASE(
    "a stream may last longer than its stall time, if only something comes", "[http][stream]"
) {
    struct Pacing : Listener {
        Client* client = nullptr;
        Count due{};
        void on_line(std::string_view line) override {
            Listener::on_line(line);
            client->after(300ms, [this] { due.add(); });
        }
    };
    const auto listener = std::make_shared<Pacing>();
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        for (int i = 0; i < 5; ++i) {
            listener->due.wait_for(i);
            peer.chunk("line\n");
        }
        listener->due.wait_for(5);
        peer.chunk("");
    });
    auto settings = settings_for(server);
    settings.stream_stall = 1s;
    settings.connect_timeout = 1s;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    listener->client = client.get();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(7).back() == "end 200");
}

TEST_CASE("a stream that dies says so once, and keeps half a line to itself", "[http][stream]") {
    const bool with_reset = GENERATE(false, true);
    CAPTURE(with_reset);
    Gate seen;
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        peer.chunk("a\nhalf");
        seen.wait();
        if (with_reset) peer.reset();
    });
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();
    const auto stream = client->stream(get(), listener);
    CHECK(listener->after(2) == Words{"open 200", "line a"});

    seen.open();

    CHECK(listener->after(3) == Words{"open 200", "line a", "end Unavailable"});
}

TEST_CASE("a stream to nobody ends with why", "[http][stream]") {
    std::string port;
    {
        const HttpServer gone([](Peer&) {});
        port = gone.port();
    }
    const auto client = Client::start(
        {.endpoint = {.host = "127.0.0.1", .port = port, .tls = false}},
        std::make_shared<KnownCredentials>()
    );
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(1) == Words{"end Unavailable"});
    CHECK(listener->end().find("connection refused") != std::string::npos);
}

TEST_CASE("a line of more than 8 MiB ends the stream", "[http][stream]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        const std::string piece(1 << 20, 'x');
        for (int i = 0; i < 9; ++i) {
            peer.chunk(piece);
        }
        peer.wait_for_close();
    });
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    const auto stream = client->stream(get(), listener);

    CHECK(listener->after(2) == Words{"open 200", "end TooLarge"});
}

TEST_CASE("streams do not take connections from requests", "[http][stream]") {
    HttpServer server([](Peer& peer) {
        while (const auto request = peer.read_request()) {
            if (request->target == "/watch") {
                peer.begin_chunks();
                peer.wait_for_close();
                return;
            }
            peer.respond(200);
        }
    });
    auto settings = settings_for(server);
    settings.connections = 1;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    const auto listener = std::make_shared<Listener>();

    const auto one = client->stream(get("/watch"), listener);
    const auto two = client->stream(get("/watch"), listener);
    CHECK(listener->after(2) == Words{"open 200", "open 200"});

    CHECK(answer(*client, get())->status == 200);
    CHECK(server.connections() == 3);
}

namespace {

/// Lines without end.
HttpServer::Script chatter(Count& closed) {
    return [&closed](Peer& peer) {
        peer.read_request();
        peer.begin_chunks();
        while (peer.chunk("line\n")) {
        }
        closed.add();
    };
}

}  // namespace

TEST_CASE(
    "after a stream is destroyed its sink is not called, and the connection closed",
    "[http][stream]"
) {
    Count closed;
    HttpServer server(chatter(closed));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();
    auto stream = client->stream(get(), listener);
    listener->after(10);

    stream.reset();
    const auto told = listener->after(0).size();

    CHECK(closed.wait_for(1));
    CHECK(listener->after(0).size() == told);
}

TEST_CASE("a stream that is destroyed before it is connected tells nothing", "[http][stream]") {
    HttpServer server(HttpServer::answering(200, "a\n"));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();

    for (int i = 0; i < 20; ++i) {
        client->stream(get(), listener).reset();
    }
    const auto told = listener->after(0).size();
    REQUIRE(answer(*client, get()));

    CHECK(listener->after(0).size() == told);
}

TEST_CASE(
    "a stream that is destroyed while its host is looked up leaves no connection", "[http][stream]"
) {
    Count closed;
    HttpServer server([&](Peer& peer) {
        const auto request = peer.read_request();
        if (request && request->target == "/plain") {
            peer.respond(200);
            return;
        }
        peer.begin_chunks();
        while (peer.chunk("line\n")) {
        }
        closed.add();
    });
    auto settings = settings_for(server);
    settings.endpoint.host = "localhost";
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    const auto listener = std::make_shared<Listener>();

    for (int i = 0; i < 20; ++i) {
        const std::shared_ptr<http::Stream> stream = client->stream(get("/watch"), listener);
        client->after(0ms, [stream] {});
    }
    // Names are looked up one after the other: with this answer, the others have been, too.
    REQUIRE(answer(*client, get("/plain")));

    CHECK(closed.wait_for(server.connections() - 1));
}

TEST_CASE("a sink may destroy the stream that calls it", "[http][stream]") {
    struct Ending : Listener {
        std::unique_ptr<http::Stream> stream{};
        Gate holds{};
        std::string last_word{};
        void told(const std::string& word) override {
            holds.wait();
            if (word == last_word) stream.reset();
            Listener::told(word);
        }
    };
    const auto* last_word = GENERATE("open 200", "line line");
    CAPTURE(last_word);
    Count closed;
    HttpServer server(chatter(closed));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Ending>();
    listener->last_word = last_word;
    listener->stream = client->stream(get(), listener);

    listener->holds.open();

    CHECK(closed.wait_for(1));
    CHECK(listener->after(1).back() == last_word);
}

TEST_CASE("a sink may destroy its stream at its end", "[http][stream]") {
    struct Ending : Listener {
        std::unique_ptr<http::Stream> stream{};
        Gate holds{};
        void on_end(Result<Response> end) override {
            holds.wait();
            stream.reset();
            Listener::on_end(std::move(end));
        }
    };
    HttpServer server(HttpServer::answering(200, ""));
    const auto client = client_of(server);
    const auto listener = std::make_shared<Ending>();
    listener->stream = client->stream(get(), listener);

    listener->holds.open();

    CHECK(listener->after(2) == Words{"open 200", "end 200"});
}

TEST_CASE("a sink that owns its stream goes with the client", "[http][stream]") {
    struct Owner : Listener {
        std::unique_ptr<http::Stream> stream{};
    };
    Count closed;
    HttpServer server(chatter(closed));
    auto client = client_of(server);
    auto owner = std::make_shared<Owner>();
    owner->stream = client->stream(get(), owner);
    owner->after(3);
    const std::weak_ptr<Owner> still_there = owner;
    owner.reset();

    client.reset();

    CHECK(still_there.expired());
    CHECK(closed.wait_for(1));
}

TEST_CASE("a stream may outlive its client", "[http][stream]") {
    Count closed;
    HttpServer server(chatter(closed));
    auto client = client_of(server);
    const auto listener = std::make_shared<Listener>();
    auto stream = client->stream(get(), listener);
    listener->after(3);

    client.reset();
    const auto told = listener->after(0).size();
    CHECK(closed.wait_for(1));
    stream.reset();

    CHECK(listener->after(0).size() == told);
}

}  // namespace slipway::test
