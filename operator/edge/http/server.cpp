#include "edge/http/server.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "core/base/text.hpp"
#include "edge/http/loop.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using asio::ip::tcp;
using Code = boost::system::error_code;
using Incoming = beast_http::request<beast_http::string_body>;
using Outgoing = beast_http::response<beast_http::string_body>;

constexpr std::uint32_t largest_request = 8U << 10;
constexpr int most_sessions = 64;
constexpr auto patience = std::chrono::seconds(10);
constexpr auto pause_after_failed_accept = std::chrono::milliseconds(100);

struct Site {
    std::map<std::string, Server::Handler> handlers;
    int sessions = 0;
};

kubeapi::Response plain(int status, std::string text) {
    return {
        .status = status,
        .headers = {{"Content-Type", "text/plain; charset=utf-8"}},
        .body = std::move(text)};
}

kubeapi::Response answer(const Site& site, const Incoming& request) {
    const std::string target(request.target());
    const auto handler = site.handlers.find(target.substr(0, target.find('?')));
    if (handler == site.handlers.end()) return plain(404, "not found\n");
    if (request.method() != beast_http::verb::get) {
        auto refusal = plain(405, "only GET is answered here\n");
        refusal.headers.emplace_back("Allow", "GET");
        return refusal;
    }
    try {
        return handler->second();
    } catch (const std::exception&) {
        return plain(500, "this page could not be made\n");
    }
}

Outgoing message(kubeapi::Response response, const Incoming& request) {
    Outgoing outgoing(static_cast<beast_http::status>(response.status), request.version());
    for (const auto& [name, value] : response.headers) {
        outgoing.insert(name, value);
    }
    outgoing.keep_alive(request.keep_alive());
    outgoing.content_length(response.body.size());
    if (request.method() != beast_http::verb::head) outgoing.body() = std::move(response.body);
    return outgoing;
}

/// What to tell somebody whose request cannot be read; 0: nothing, they are gone.
int refusal(const Code& code) {
    if (code == beast_http::error::header_limit) return 431;
    if (code == beast_http::error::body_limit) return 413;
    const bool is_malformed =
        code.category() == make_error_code(beast_http::error::bad_version).category() &&
        code != beast_http::error::end_of_stream && code != beast_http::error::partial_message;
    return is_malformed ? 400 : 0;
}

/// Requests and answers in turn, until the peer has had enough or is silent for too long.
asio::awaitable<void> converse(boost::beast::tcp_stream& peer, const Site& site) {
    boost::beast::flat_buffer received;
    bool goes_on = true;
    while (goes_on) {
        beast_http::request_parser<beast_http::string_body> parser;
        parser.header_limit(largest_request);
        parser.body_limit(largest_request);
        Code code;
        peer.expires_after(patience);
        co_await beast_http::async_read(
            peer, received, parser, asio::redirect_error(asio::use_awaitable, code)
        );
        const int status = refusal(code);
        if (code && status == 0) co_return;
        const Incoming request = code ? Incoming() : parser.release();
        auto outgoing =
            message(code ? plain(status, "bad request\n") : answer(site, request), request);
        if (code) outgoing.keep_alive(false);
        goes_on = outgoing.keep_alive();
        peer.expires_after(patience);
        co_await beast_http::async_write(
            peer, outgoing, asio::redirect_error(asio::use_awaitable, code)
        );
        goes_on = goes_on && !code;
    }
}

asio::awaitable<void> serve(tcp::socket socket, std::shared_ptr<Site> site) {
    boost::beast::tcp_stream peer(std::move(socket));
    co_await converse(peer, *site);
    --site->sessions;
}

asio::awaitable<void> accept(tcp::acceptor acceptor, std::shared_ptr<Site> site) {
    asio::steady_timer pause(acceptor.get_executor());
    while (true) {
        Code code;
        auto socket =
            co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, code));
        if (code) {  // Most likely out of file descriptors: that may pass.
            pause.expires_after(pause_after_failed_accept);
            co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, code));
            continue;
        }
        if (site->sessions == most_sessions) continue;  // Closed at once.
        ++site->sessions;
        asio::co_spawn(acceptor.get_executor(), serve(std::move(socket), site), abort_on_defect);
    }
}

Code open(tcp::acceptor& acceptor, const tcp::endpoint& where) {
    Code code;
    acceptor.open(where.protocol(), code);
    if (code) return code;
    acceptor.set_option(tcp::acceptor::reuse_address(true), code);
    if (!code && where.address().is_v6()) {
        acceptor.set_option(asio::ip::v6_only(false), code);
    }
    if (!code) acceptor.bind(where, code);
    if (!code) acceptor.listen(tcp::acceptor::max_listen_connections, code);
    return code;
}

class LoopServer final : public Server {
public:
    LoopServer(std::unique_ptr<Loop> loop, std::uint16_t port)
        : loop_(std::move(loop)), port_(port) {}

    std::uint16_t port() const override { return port_; }

private:
    std::unique_ptr<Loop> loop_;
    std::uint16_t port_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::listen(
    std::uint16_t port, std::map<std::string, Handler> handlers
) {
    auto loop = std::make_unique<Loop>();
    tcp::acceptor acceptor(loop->executor());
    auto code = open(acceptor, {tcp::v6(), port});
    if (code && code != asio::error::address_in_use && code != asio::error::access_denied) {
        // A kernel without IPv6.
        acceptor = tcp::acceptor(loop->executor());
        code = open(acceptor, {tcp::v4(), port});
    }
    if (code) {
        return Error{
            ErrorKind::Unavailable,
            format("port {} cannot be listened on ({})", port, code.message())};
    }
    const auto taken = acceptor.local_endpoint().port();
    auto site = std::make_shared<Site>(Site{.handlers = std::move(handlers)});
    asio::co_spawn(loop->executor(), accept(std::move(acceptor), site), abort_on_defect);
    return std::unique_ptr<Server>(std::make_unique<LoopServer>(std::move(loop), taken));
}

}  // namespace slipway::http
