#include "edge/http/client.hpp"

#include "client_fixture.hpp"

namespace slipway::test {

TEST_CASE("requests one after the other share one connection", "[http]") {
    HttpServer server(HttpServer::answering(200, "{}"));
    const auto client = client_of(server);

    for (int i = 0; i < 20; ++i) {
        CHECK(answer(*client, get())->status == 200);
    }

    CHECK(server.connections() == 1);
}

TEST_CASE("a request arrives as it was written", "[http]") {
    std::promise<ReceivedRequest> arrived;
    HttpServer server([&](Peer& peer) {
        arrived.set_value(*peer.read_request());
        peer.respond(201, "created", "X-Kubernetes-Pf-Flowschema-Uid: 7\r\n");
        peer.wait_for_close();
    });
    const auto client = client_of(server);
    const Request request{
        .method = Method::Post,
        .target = "/api/v1/namespaces/shop/pods?dryRun=All",
        .headers = {{"Impersonate-Group", "a"}, {"Impersonate-Group", "b"}},
        .body = "{}",
        .content_type = "application/json"};

    const auto response = answer(*client, request);

    const auto seen = arrived.get_future().get();
    CHECK(seen.method == "POST");
    CHECK(seen.target == "/api/v1/namespaces/shop/pods?dryRun=All");
    CHECK(seen.body == "{}");
    CHECK(seen.header("Host") == "127.0.0.1:" + server.port());
    CHECK(seen.header("User-Agent") == "slipway");
    CHECK(seen.header("Content-Type") == "application/json");
    CHECK(seen.header("Authorization") == "Bearer old");
    CHECK(seen.head.find("Impersonate-Group: a\r\nImpersonate-Group: b\r\n") != std::string::npos);
    CHECK(response->status == 201);
    CHECK(response->body == "created");
    CHECK(response->header("x-kubernetes-pf-flowschema-uid") == "7");
}

TEST_CASE("a header that would smuggle in another one is not sent", "[http]") {
    HttpServer server(HttpServer::answering(200, ""));
    const auto client = client_of(server);
    auto smuggling = get();
    smuggling.headers = {{"Impersonate-User", "me\r\nImpersonate-Group: system:masters"}};

    const auto refused = answer(*client, smuggling);
    const auto also_refused = answer(*client, get("/api HTTP/1.1\r\nImpersonate-User: root"));

    CHECK(refused.error().kind == ErrorKind::Internal);
    CHECK(also_refused.error().kind == ErrorKind::Internal);
}

TEST_CASE("no more connections are open than the settings allow", "[http]") {
    Count waiting;
    Gate gate;
    HttpServer server([&](Peer& peer) {
        while (peer.read_request()) {
            waiting.add();
            gate.wait();
            peer.respond(200);
        }
    });
    auto settings = settings_for(server);
    settings.connections = 2;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());

    std::vector<std::future<Result<Response>>> answers;
    for (int i = 0; i < 6; ++i) {
        answers.push_back(client->send(get(), 10s));
    }
    REQUIRE(waiting.wait_for(2));
    gate.open();

    for (auto& future : answers) {
        CHECK(wait(std::move(future))->status == 200);
    }
    CHECK(server.connections() == 2);
}

TEST_CASE("who waits for a connection is served first come, first served", "[http]") {
    std::vector<std::string> order;
    Gate gate;
    HttpServer server([&](Peer& peer) {
        while (const auto request = peer.read_request()) {
            gate.wait();
            order.push_back(request->target);
            peer.respond(200);
        }
    });
    auto settings = settings_for(server);
    settings.connections = 1;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());

    std::vector<std::future<Result<Response>>> answers;
    for (const auto* target : {"/1", "/2", "/3", "/4"}) {
        answers.push_back(client->send(get(target), 10s));
    }
    gate.open();
    for (auto& future : answers) {
        CHECK(wait(std::move(future)));
    }

    CHECK(order == std::vector<std::string>{"/1", "/2", "/3", "/4"});
}

TEST_CASE("a deadline passes while waiting for a free connection", "[http]") {
    Gate gate;
    HttpServer server([&](Peer& peer) {
        while (peer.read_request()) {
            gate.wait();
            peer.respond(200);
        }
    });
    auto settings = settings_for(server);
    settings.connections = 1;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    auto first = client->send(get("/first"), 10s);

    const auto second = answer(*client, get("/second"), 50ms);
    gate.open();

    CHECK(second.error().kind == ErrorKind::Timeout);
    CHECK(
        second.error().message == "GET http://127.0.0.1:" + server.port() +
                                      "/second: none of the 1 connections became free within 50ms"
    );
    CHECK(wait(std::move(first))->status == 200);
    CHECK(answer(*client, get("/third"))->status == 200);
}

TEST_CASE("a request on a connection apart waits for nobody", "[http]") {
    Gate gate;
    HttpServer server([&](Peer& peer) {
        while (const auto request = peer.read_request()) {
            if (request->target == "/slow") gate.wait();
            peer.respond(200);
        }
    });
    auto settings = settings_for(server);
    settings.connections = 1;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    auto slow = client->send(get("/slow"), 10s);
    auto slow_apart = client->send_apart(get("/slow"), 10s);

    const auto lease = wait(client->send_apart(get("/lease"), 10s));
    gate.open();

    CHECK(lease->status == 200);
    CHECK(wait(std::move(slow))->status == 200);
    CHECK(wait(std::move(slow_apart))->status == 200);
    CHECK(server.connections() == 3);
}

TEST_CASE("a deadline passes wherever the server falls silent", "[http]") {
    struct Row {
        const char* silent_after;
    };
    const auto row = GENERATE(
        Row{""}, Row{"HTTP/1.1 200 OK\r\n"}, Row{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"}
    );
    CAPTURE(row.silent_after);
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.write(row.silent_after);
        peer.wait_for_close();
    });
    const auto client = client_of(server);

    const auto silence = answer(*client, get("/api?limit=5"), 100ms);

    CHECK(silence.error().kind == ErrorKind::Timeout);
    CHECK(
        silence.error().message ==
        "GET http://127.0.0.1:" + server.port() + "/api: no answer within 100ms"
    );
}

TEST_CASE("on a connection that has served before, a request has its own deadline", "[http]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        peer.respond(200);
        peer.wait_for_close();
    });
    auto settings = settings_for(server);
    settings.connect_timeout = 1h;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    REQUIRE(answer(*client, get(), 1h));

    const auto silence = answer(*client, get(), 100ms);

    CHECK(silence.error().kind == ErrorKind::Timeout);
    CHECK(server.connections() == 1);
}

TEST_CASE("a deadline passes while the server does not take the body", "[http]") {
    Gate gate;
    HttpServer server([&](Peer& peer) {
        peer.read_head();
        gate.wait();
    });
    const auto client = client_of(server);

    const auto stuck = answer(*client, with_body(Method::Put, std::string(16 << 20, 'x')), 100ms);
    gate.open();

    CHECK(stuck.error().kind == ErrorKind::Timeout);
}

TEST_CASE("who cannot be reached is said in words", "[http]") {
    std::string port;
    {
        const HttpServer gone([](Peer&) {});
        port = gone.port();
    }
    const auto client = Client::start(
        {.endpoint = {.host = "127.0.0.1", .port = port, .tls = false}},
        std::make_shared<KnownCredentials>()
    );

    const auto nobody = answer(*client, get());

    CHECK(nobody.error().kind == ErrorKind::Unavailable);
    CHECK(
        nobody.error().message.find("connection refused: nothing listens there (") !=
        std::string::npos
    );
}

TEST_CASE("an answer of more than 64 MiB is refused", "[http]") {
    HttpServer server([](Peer& peer) {
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\n");
        peer.wait_for_close();
    });
    const auto client = client_of(server);

    const auto flood = answer(*client, get());

    CHECK(flood.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("a large body comes through in both directions", "[http]") {
    HttpServer server([](Peer& peer) {
        while (const auto request = peer.read_request()) {
            peer.begin_chunks();
            peer.chunk(request->body);
            peer.chunk("");
        }
    });
    const auto client = client_of(server);
    const std::string body(3 << 20, 'x');

    const auto response = answer(*client, with_body(Method::Put, body));

    CHECK(response->body == body);
}

TEST_CASE("requests under way when the client goes end as Unavailable", "[http]") {
    Count asked;
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        asked.add();
        peer.wait_for_close();
    });
    auto settings = settings_for(server);
    settings.connections = 2;
    auto client = Client::start(settings, std::make_shared<KnownCredentials>());
    std::vector<std::future<Result<Response>>> answers;
    for (int i = 0; i < 5; ++i) {
        answers.push_back(client->send(get(), 10s));
    }
    REQUIRE(asked.wait_for(2));

    client.reset();

    for (auto& future : answers) {
        CHECK(wait(std::move(future)).error().kind == ErrorKind::Unavailable);
    }
}

TEST_CASE("a connection that nobody uses is closed after a while", "[http]") {
    Count closed;
    HttpServer server([&](Peer& peer) {
        peer.read_request();
        peer.respond(200);
        if (peer.wait_for_close()) closed.add();
    });
    auto settings = settings_for(server);
    settings.idle_timeout = 20ms;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>());

    REQUIRE(answer(*client, get()));

    CHECK(closed.wait_for(1));
}

TEST_CASE("tasks run on the client's thread after their delay, unless the client goes", "[http]") {
    HttpServer server([](Peer&) {});
    auto client = client_of(server);
    std::promise<std::thread::id> later;
    std::promise<std::thread::id> at_once;
    const auto held = std::make_shared<int>(0);
    client->after(10ms, [&] { later.set_value(std::this_thread::get_id()); });
    client->after(0ms, [&] { at_once.set_value(std::this_thread::get_id()); });
    client->after(1h, [held] { FAIL("this task's time never comes"); });

    const auto thread = later.get_future().get();
    client.reset();

    CHECK(thread == at_once.get_future().get());
    CHECK(thread != std::this_thread::get_id());
    CHECK(held.use_count() == 1);
}

}  // namespace slipway::test
