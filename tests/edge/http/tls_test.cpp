#include "client_fixture.hpp"

namespace slipway::test {
namespace {

/// A client with TLS that trusts `authority` only.
std::unique_ptr<Client> trusting(
    const std::string& authority, const HttpServer& server, std::string server_name = ""
) {
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    settings.endpoint.server_name = std::move(server_name);
    return Client::start(
        settings,
        std::make_shared<KnownCredentials>(http::TlsMaterial{.certificate_authority = authority})
    );
}

}  // namespace

TEST_CASE("a certificate is believed by its authority, its time and its name", "[http][tls]") {
    struct Row {
        const char* certificate;
        const char* alternatives;
        const char* server_name;
        const char* complaint;
    };
    const auto row = GENERATE(
        Row{"good", "IP:127.0.0.1", "", ""},
        Row{"good", "DNS:kubernetes.default.svc", "kubernetes.default.svc", ""},
        Row{"good", "DNS:*.default.svc", "kubernetes.default.svc", ""},
        Row{"good", "IP:10.0.0.1", "", "certificate is for another name than 127.0.0.1 ("},
        Row{"good", "DNS:127.0.0.1", "", "certificate is for another name than 127.0.0.1 ("},
        Row{"good", "IP:127.0.0.1", "shop", "certificate is for another name than shop ("},
        Row{"good", "IP:127.0.0.1,IP:::1", "", ""},
        Row{"good", "IP:::1", "::1", ""},
        Row{"good", "IP:::1", "", "certificate is for another name than 127.0.0.1 ("},
        Row{"good", "DNS:*", "kubernetes", "certificate is for another name than kubernetes ("},
        Row{"future", "IP:127.0.0.1", "", "is not valid yet: compare the clocks ("},
        Row{"good", "IP:10.0.0.1", "api", "certificate is for another name than api ("},
        Row{"good", "DNS:other", "api", "certificate is for another name than api ("},
        Row{"expired", "IP:127.0.0.1", "", "the API server's certificate has expired ("},
        Row{"foreign",
            "IP:127.0.0.1",
            "",
            "the API server's certificate is not signed by the configured authority ("},
        Row{"self-signed",
            "IP:127.0.0.1",
            "",
            "the API server's certificate is not signed by the configured authority ("}
    );
    CAPTURE(row.certificate, row.alternatives, row.server_name);
    const Authority ours;
    const Authority other(row.certificate == std::string("foreign") ? "other" : "api");
    const std::string which = row.certificate;
    const auto identity = which == "good"      ? ours.issue("api", row.alternatives)
                          : which == "future"  ? ours.issue_too_early("api", row.alternatives)
                          : which == "expired" ? ours.issue_expired("api", row.alternatives)
                                               : other.issue("api", row.alternatives);
    HttpServer server(HttpServer::answering(200, "{}"), ServerTls{.identity = identity});
    const auto client = trusting(ours.certificate(), server, row.server_name);

    const auto response = answer(*client, get());

    if (*row.complaint == '\0') {
        REQUIRE(response);
        CHECK(response->status == 200);
    } else {
        REQUIRE(!response);
        CHECK(response.error().kind == ErrorKind::Unavailable);
        CAPTURE(response.error().message);
        CHECK(response.error().message.find(row.complaint) != std::string::npos);
    }
}

TEST_CASE("a server without TLS 1.2 is refused", "[http][tls]") {
    const auto newest_version = GENERATE(TLS1_VERSION, TLS1_1_VERSION);
    CAPTURE(newest_version);
    const Authority authority;
    HttpServer server(
        HttpServer::answering(200, "{}"),
        ServerTls{
            .identity = authority.issue("api", "IP:127.0.0.1"), .newest_version = newest_version}
    );
    const auto client = trusting(authority.certificate(), server);

    const auto refused = answer(*client, get());

    REQUIRE(!refused);
    CHECK(refused.error().kind == ErrorKind::Unavailable);
    CAPTURE(refused.error().message);
    CHECK(refused.error().message.find("does not offer TLS 1.2 or later (") != std::string::npos);
}

TEST_CASE("TLS 1.2 is enough", "[http][tls]") {
    const Authority authority;
    HttpServer server(
        HttpServer::answering(200, "{}"),
        ServerTls{
            .identity = authority.issue("api", "IP:127.0.0.1"), .newest_version = TLS1_2_VERSION}
    );
    const auto client = trusting(authority.certificate(), server);

    CHECK(answer(*client, get())->status == 200);
}

TEST_CASE("the configured authority may be one that another one signed", "[http][tls]") {
    const Authority root("root");
    const Authority intermediate("intermediate", root);
    HttpServer server(
        HttpServer::answering(200, "{}"),
        ServerTls{.identity = intermediate.issue("api", "IP:127.0.0.1")}
    );
    const auto client = trusting(intermediate.certificate(), server);

    CHECK(answer(*client, get())->status == 200);
}

TEST_CASE("the name is asked for where there is one, an address never", "[http][tls]") {
    const auto* name = GENERATE("", "kubernetes.default.svc");
    const Authority authority;
    const auto identity = authority.issue("api", "IP:127.0.0.1,DNS:kubernetes.default.svc");
    HttpServer server(
        [](Peer& peer) {
            peer.read_request();
            peer.respond(200, peer.asked_name());
        },
        ServerTls{.identity = identity}
    );
    const auto client = trusting(authority.certificate(), server, name);

    CHECK(answer(*client, get())->body == name);
}

TEST_CASE("the client certificate of the moment is presented", "[http][tls]") {
    const Authority authority;
    HttpServer server(
        [](Peer& peer) {
            peer.read_request();
            peer.respond(200, peer.client_name(), "Connection: close\r\n");
        },
        ServerTls{
            .identity = authority.issue("api", "IP:127.0.0.1"),
            .client_authority = authority.certificate()}
    );
    const auto client_identity = authority.issue("slipway", "DNS:slipway");
    const auto credentials = std::make_shared<KnownCredentials>(http::TlsMaterial{
        .certificate_authority = authority.certificate(),
        .client_certificate = client_identity.certificate,
        .client_key = client_identity.key});
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    const auto client = Client::start(settings, credentials);
    const auto before = answer(*client, get());

    const auto renewed = authority.issue("slipway-renewed", "DNS:slipway");
    credentials->material.client_certificate = renewed.certificate;
    credentials->material.client_key = renewed.key;
    const auto after = answer(*client, get());

    CHECK(before->body == "slipway");
    CHECK(after->body == "slipway-renewed");
    CHECK(credentials->readings == 2);
}

TEST_CASE("a server that wants a certificate says so", "[http][tls]") {
    const Authority authority;
    const Authority clients("clients");
    struct Row {
        bool presents;
        int version;
        const char* complaint;
    };
    const auto row = GENERATE(
        Row{false, TLS1_3_VERSION, "the API server wants a client certificate ("},
        Row{true, TLS1_3_VERSION, "the API server did not accept the client certificate ("},
        Row{true, TLS1_2_VERSION, "the API server did not accept the client certificate ("}
    );
    CAPTURE(row.presents, row.version);
    HttpServer server(
        HttpServer::answering(200, ""),
        ServerTls{
            .identity = authority.issue("api", "IP:127.0.0.1"),
            .client_authority = clients.certificate(),
            .newest_version = row.version}
    );
    http::TlsMaterial material{.certificate_authority = authority.certificate()};
    if (row.presents) {
        const auto identity = authority.issue("slipway", "DNS:slipway");
        material.client_certificate = identity.certificate;
        material.client_key = identity.key;
    }
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>(material));

    const auto refused = answer(*client, get());

    REQUIRE(!refused);
    CAPTURE(refused.error().message);
    CHECK(refused.error().message.find(row.complaint) != std::string::npos);
}

TEST_CASE("material that cannot be read is named", "[http][tls]") {
    struct Row {
        const char* authority;
        const char* certificate;
        const char* key;
        const char* complaint;
    };
    const auto row = GENERATE(
        Row{"", "", "", "no certificate authority is configured"},
        Row{"x", "", "", "the API server's certificate authority is not usable PEM ("},
        Row{"good", "x", "", "the client certificate is not usable PEM ("},
        Row{"good", "good", "x", "the client certificate's key is not usable PEM ("}
    );
    const Authority authority;
    const auto text = [&](const std::string& word) {
        return word == "good" ? authority.certificate() : word;
    };
    const http::TlsMaterial material{
        .certificate_authority = text(row.authority),
        .client_certificate = text(row.certificate),
        .client_key = text(row.key)};
    HttpServer server(HttpServer::answering(200, ""));
    auto settings = settings_for(server);
    settings.endpoint.tls = true;
    const auto client = Client::start(settings, std::make_shared<KnownCredentials>(material));

    const auto refused = answer(*client, get());

    CHECK(refused.error().kind == ErrorKind::Unavailable);
    CAPTURE(refused.error().message);
    CHECK(refused.error().message.find(row.complaint) != std::string::npos);
    CHECK(server.connections() == 0);
}

}  // namespace slipway::test
