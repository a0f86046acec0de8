#include "edge/http/download.hpp"

#include <cstdint>
#include <limits>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include "core/base/text.hpp"
#include "edge/http/message.hpp"
#include "edge/http/passed_on_body.hpp"
#include "edge/http/transport_error.hpp"
#include "edge/http/wire.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using Code = boost::system::error_code;

constexpr std::uint32_t largest_header = 64U << 10;
/// Events are small and watches are many.
constexpr std::size_t read_size = 4U << 10;
/// Not `none`: Beast 1.74 then refuses every body that has a Content-Length.
constexpr auto any_size = std::numeric_limits<std::uint64_t>::max();

Error why(const Code& code, Duration stall) {
    if (code == boost::beast::error::timeout) {
        return {
            ErrorKind::Timeout,
            format("nothing came for {}, so it is taken for dead", to_text(stall))};
    }
    return transport_error(code);
}

}  // namespace

struct Download::Parts {
    Parts(Origin whence, std::shared_ptr<Wire> unconnected)
        : origin(std::move(whence)), wire(std::move(unconnected)) {}

    Origin origin;
    std::shared_ptr<Wire> wire;
    boost::beast::flat_buffer received{};
    beast_http::response_parser<PassedOnBody> parser{};

    Duration stall() const { return origin.settings.stream_stall; }
    void wait_at_most_the_stall() { wire->expires_at(Deadline::after(stall()).at); }
};

Download::Download(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {
    parts_->received.reserve(read_size);
    parts_->parser.header_limit(largest_header);
    parts_->parser.body_limit(any_size);
}

Download::~Download() = default;

Result<std::shared_ptr<Download>> Download::make(
    const asio::any_io_executor& executor, const Origin& origin
) {
    auto wire = TRY(make_wire(executor, origin));
    auto parts = std::make_unique<Parts>(origin, std::move(wire));
    return std::shared_ptr<Download>(new Download(std::move(parts)));
}

asio::awaitable<Result<kubeapi::Response>> Download::open(const kubeapi::Request& request) {
    const auto deadline = Deadline::after(parts_->origin.settings.connect_timeout);
    const auto connected = co_await connect(*parts_->wire, parts_->origin, deadline);
    if (!connected) co_return connected.error();
    const auto asked = co_await ask(request);
    if (!asked) co_return asked.error();

    Code code;
    parts_->wait_at_most_the_stall();
    co_await beast_http::async_read_header(
        *parts_->wire,
        parts_->received,
        parts_->parser,
        asio::redirect_error(asio::use_awaitable, code)
    );
    if (code) co_return why(code, parts_->stall());
    co_return head_of(parts_->parser.get());
}

asio::awaitable<Result<void>> Download::ask(const kubeapi::Request& request) {
    auto message = outgoing(request, parts_->origin);
    if (!message) co_return message.error();
    Code code;
    parts_->wait_at_most_the_stall();
    co_await beast_http::async_write(
        *parts_->wire, *message, asio::redirect_error(asio::use_awaitable, code)
    );
    if (code) co_return why(code, parts_->stall());
    co_return Result<void>();
}

asio::awaitable<Result<void>> Download::read(Take take) {
    Result<void> taken;
    parts_->parser.get().body().take = [&](std::string_view piece) {
        taken = take(piece);
        return static_cast<bool>(taken);
    };
    Code code;
    while (!code && !parts_->parser.is_done()) {
        parts_->wait_at_most_the_stall();
        co_await beast_http::async_read_some(
            *parts_->wire,
            parts_->received,
            parts_->parser,
            asio::redirect_error(asio::use_awaitable, code)
        );
    }
    if (!taken) co_return taken;
    if (code) co_return why(code, parts_->stall());
    co_return Result<void>();
}

void Download::close() { parts_->wire->close(); }

}  // namespace slipway::http
