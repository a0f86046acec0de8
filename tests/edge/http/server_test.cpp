#include "edge/http/server.hpp"

#include <netinet/in.h>

#include "client_fixture.hpp"

namespace slipway::test {
namespace {

std::unique_ptr<http::Server> probes() {
    auto listening = http::Server::listen(
        0,
        {{"/metrics", [] { return Response{.status = 200, .body = "up 1\n"}; }},
         {"/healthz", [] { return Response{.status = 200, .body = "ok"}; }},
         {"/readyz", [] { return Response{.status = 503, .body = "not the leader"}; }},
         {"/broken", []() -> Response { throw std::runtime_error("secret detail"); }}}
    );
    REQUIRE(listening);
    return std::move(listening).value();
}

std::unique_ptr<Client> client_of(const http::Server& server, std::string host = "127.0.0.1") {
    return Client::start(
        {.endpoint =
             {.host = std::move(host), .port = std::to_string(server.port()), .tls = false}},
        std::make_shared<KnownCredentials>()
    );
}

bool has_ipv6() {
    const int descriptor = ::socket(AF_INET6, SOCK_STREAM, 0);
    if (descriptor < 0) return false;
    sockaddr_in6 loopback{};
    loopback.sin6_family = AF_INET6;
    loopback.sin6_addr = in6addr_loopback;
    const bool is_there =
        ::bind(descriptor, reinterpret_cast<sockaddr*>(&loopback), sizeof loopback) == 0;
    ::close(descriptor);
    return is_there;
}

}  // namespace

TEST_CASE("each path has its own answer, and what is not there is 404", "[http][server]") {
    struct Row {
        const char* target;
        int status;
        const char* body;
    };
    const auto row = GENERATE(
        Row{"/metrics", 200, "up 1\n"},
        Row{"/metrics?name[]=up", 200, "up 1\n"},
        Row{"/healthz", 200, "ok"},
        Row{"/readyz", 503, "not the leader"},
        Row{"/", 404, "not found\n"},
        Row{"/metrics/", 404, "not found\n"},
        Row{"/broken", 500, "this page could not be made\n"}
    );
    CAPTURE(row.target);
    const auto server = probes();
    const auto client = client_of(*server);

    const auto response = answer(*client, get(row.target));

    REQUIRE(response);
    CHECK(response->status == row.status);
    CHECK(response->body == row.body);
}

TEST_CASE("only GET is answered", "[http][server]") {
    const auto server = probes();
    const auto client = client_of(*server);

    const auto response = answer(*client, with_body(Method::Post, "{}"));
    const auto refused =
        answer(*client, {.method = Method::Post, .target = "/metrics", .body = "{}"});

    CHECK(response->status == 404);
    CHECK(refused->status == 405);
    CHECK(refused->header("Allow") == "GET");
}

TEST_CASE("the probes answer on IPv4 and on IPv6", "[http][server]") {
    const auto* host = GENERATE("127.0.0.1", "::1");
    if (host == std::string("::1") && !has_ipv6()) {
        WARN("this machine has no IPv6");
        return;
    }
    const auto server = probes();
    const auto client = client_of(*server, host);

    CHECK(answer(*client, get("/healthz"))->body == "ok");
}

TEST_CASE(
    "a request that is too large or not HTTP is refused and the connection closed", "[http][server]"
) {
    struct Row {
        std::string text;
        const char* status_line;
    };
    const auto row = GENERATE(
        Row{"GET / HTTP/1.1\r\nX: " + std::string(9000, 'x') + "\r\n\r\n", "HTTP/1.1 431"},
        Row{"POST / HTTP/1.1\r\nContent-Length: 9000\r\n\r\n", "HTTP/1.1 413"},
        Row{"hello\r\n\r\n", "HTTP/1.1 400"}
    );
    CAPTURE(row.status_line);
    const auto server = probes();
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    there.sin_port = htons(server->port());
    REQUIRE(::connect(descriptor, reinterpret_cast<sockaddr*>(&there), sizeof there) == 0);
    REQUIRE(::send(descriptor, row.text.data(), row.text.size(), MSG_NOSIGNAL) > 0);

    std::string said;
    std::string piece(4096, '\0');
    for (auto size = ::recv(descriptor, piece.data(), piece.size(), 0); size > 0;
         size = ::recv(descriptor, piece.data(), piece.size(), 0)) {
        said.append(piece, 0, static_cast<std::size_t>(size));
    }
    ::close(descriptor);

    CHECK(said.rfind(row.status_line, 0) == 0);
}

TEST_CASE("a port that is taken is named", "[http][server]") {
    const auto first = probes();

    const auto second = http::Server::listen(first->port(), {});

    REQUIRE(!second);
    CHECK(
        second.error().message.rfind(
            "port " + std::to_string(first->port()) + " cannot be listened on (", 0
        ) == 0
    );
}

TEST_CASE("requests to one server share a connection", "[http][server]") {
    const auto server = probes();
    const auto client = client_of(*server);

    for (int i = 0; i < 10; ++i) {
        CHECK(answer(*client, get("/healthz"))->status == 200);
    }
}

}  // namespace slipway::test
