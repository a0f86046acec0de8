#include "edge/http/wire.hpp"

#include <algorithm>
#include <chrono>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "core/base/text.hpp"
#include "edge/http/resolve.hpp"
#include "edge/http/tls_context.hpp"
#include "edge/http/transport_error.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using Code = boost::system::error_code;

constexpr int quiet_seconds_before_probe = 15;
constexpr int probe_seconds = 5;
constexpr int unacknowledged_milliseconds = 30'000;

/// Small requests leave at once, and a peer that vanished without a word is noticed in half a
/// minute instead of the kernel's quarter of an hour (kubernetes#95981). Best effort.
void tune(boost::beast::tcp_stream& tcp) {
    const auto set = [descriptor = tcp.socket().native_handle()](int level, int name, int value) {
        static_cast<void>(::setsockopt(descriptor, level, name, &value, sizeof value));
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, quiet_seconds_before_probe);
    set(IPPROTO_TCP, TCP_KEEPINTVL, probe_seconds);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, unacknowledged_milliseconds);
}

asio::awaitable<Result<void>> shake_hands(Wire& wire, const Origin& origin) {
    const auto name = expected_name(origin.settings.endpoint);
    SSL* const session = wire.secured().native_handle();
    auto insisted = insist_on_name(session, name);
    if (!insisted) co_return insisted;
    Code code;
    co_await wire.secured().async_handshake(
        asio::ssl::stream_base::client, asio::redirect_error(asio::use_awaitable, code)
    );
    if (code) co_return handshake_error(code, SSL_get_verify_result(session), name);
    co_return Result<void>();
}

asio::awaitable<Result<void>> try_to_connect(Wire& wire, const Origin& origin, Deadline deadline) {
    const auto addresses = co_await resolve(origin.settings.endpoint, deadline);
    if (!addresses) co_return addresses.error();
    Code code = asio::error::operation_aborted;
    if (wire.is_closed()) co_return transport_error(code);
    wire.expires_at(deadline.at);
    co_await wire.tcp().async_connect(*addresses, asio::redirect_error(asio::use_awaitable, code));
    if (code) co_return transport_error(code);
    tune(wire.tcp());
    if (!origin.settings.endpoint.tls) co_return Result<void>();
    co_return co_await shake_hands(wire, origin);
}

}  // namespace

Result<std::shared_ptr<Wire>> make_wire(const Wire::executor_type& executor, const Origin& origin) {
    if (!origin.settings.endpoint.tls) return std::make_shared<Wire>(executor, no_tls(), false);
    const auto material = TRY(origin.credentials->tls());
    return std::make_shared<Wire>(executor, TRY(origin.tls->of(material)), true);
}

asio::awaitable<Result<void>> connect(Wire& wire, const Origin& origin, Deadline deadline) {
    auto soonest = Deadline::after(origin.settings.connect_timeout);
    if (deadline.at < soonest.at) soonest = deadline;
    auto connected = co_await try_to_connect(wire, origin, soonest);
    if (connected || !soonest.has_passed()) co_return connected;
    const auto kind = deadline.has_passed() ? ErrorKind::Timeout : ErrorKind::Unavailable;
    co_return Error{
        kind,
        format("no connection within {}: {}", to_text(soonest.allowed), connected.error().message)};
}

}  // namespace slipway::http
