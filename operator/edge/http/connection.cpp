#include "edge/http/connection.hpp"

#include <cerrno>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <sys/socket.h>

#include "core/base/text.hpp"
#include "edge/http/message.hpp"
#include "edge/http/transport_error.hpp"
#include "edge/http/wire.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using Code = boost::system::error_code;
using Parser = beast_http::response_parser<beast_http::string_body>;

constexpr std::uint64_t largest_body = 64ULL << 20;
constexpr std::uint32_t largest_header = 64U << 10;
/// A TLS record: more does not come at once.
constexpr std::size_t read_size = 16U << 10;

Error why(const Code& code, Deadline deadline) {
    if (code == boost::beast::error::timeout) {
        return {ErrorKind::Timeout, format("no answer within {}", to_text(deadline.allowed))};
    }
    if (code == beast_http::error::body_limit) {
        return {ErrorKind::TooLarge, "the answer is larger than 64 MiB"};
    }
    return transport_error(code);
}

}  // namespace

struct Connection::Parts {
    Origin origin;
    std::shared_ptr<Wire> wire;
    boost::beast::flat_buffer received;
    bool has_served = false;
};

Connection::Connection(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {
    parts_->received.reserve(read_size);
}

Connection::~Connection() = default;

asio::awaitable<Result<std::unique_ptr<Connection>>> Connection::open(
    const Origin& origin, Deadline deadline
) {
    auto wire = make_wire(co_await asio::this_coro::executor, origin);
    if (!wire) co_return wire.error();
    const auto connected = co_await connect(**wire, origin, deadline);
    if (!connected) co_return connected.error();
    auto parts = std::make_unique<Parts>();
    parts->origin = origin;
    parts->wire = *wire;
    co_return std::unique_ptr<Connection>(new Connection(std::move(parts)));
}

asio::awaitable<Exchange> Connection::exchange(const kubeapi::Request& request, Deadline deadline) {
    auto message = outgoing(request, parts_->origin);
    if (!message) co_return Exchange{.answer = message.error(), .was_sent = false};

    const bool has_served = std::exchange(parts_->has_served, true);
    Wire& wire = *parts_->wire;
    wire.expires_at(deadline.at);
    Code unsent;
    const auto sent = co_await beast_http::async_write(
        wire, *message, asio::redirect_error(asio::use_awaitable, unsent)
    );

    // Read even if the write failed: a server that refuses a body answers before it has read it.
    Parser parser;
    parser.header_limit(largest_header);
    parser.body_limit(largest_body);
    Code unread = unsent;
    if (unsent != boost::beast::error::timeout) {
        co_await beast_http::async_read(
            wire, parts_->received, parser, asio::redirect_error(asio::use_awaitable, unread)
        );
    }
    if (unread) {
        Exchange failed{.answer = why(unread, deadline), .was_sent = sent > 0};
        failed.was_stale =
            has_served && !parser.got_some() && unread != boost::beast::error::timeout;
        co_return failed;
    }

    Exchange done{.answer = head_of(parser.get())};
    (*done.answer).body = std::move(parser.get().body());
    done.is_reusable = !unsent && parser.keep_alive() && parts_->received.size() == 0;
    co_return done;
}

bool Connection::is_quiet() const {
    // What came unasked would be taken for the answer to the next request.
    if (parts_->wire->holds_unread()) return false;
    char byte = 0;
    const auto descriptor = parts_->wire->tcp().socket().native_handle();
    const auto pending = ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return pending < 0 && errno == EAGAIN;
}

}  // namespace slipway::http
