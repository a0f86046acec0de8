#include "edge/http/resolve.hpp"

#include <memory>
#include <optional>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "core/base/text.hpp"
#include "edge/http/transport_error.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Addresses = tcp::resolver::results_type;
using Code = boost::system::error_code;

constexpr std::int64_t largest_port = 65'535;

/// A question to the name service; outlives whoever stopped waiting for it.
struct Question {
    explicit Question(const asio::any_io_executor& executor)
        : resolver(executor), patience(executor) {}

    tcp::resolver resolver;
    asio::steady_timer patience;
    std::optional<std::pair<Code, Addresses>> answer;
};

}  // namespace

asio::awaitable<Result<Addresses>> resolve(Endpoint endpoint, Deadline deadline) {
    Code code;
    const auto address = asio::ip::make_address(endpoint.host, code);
    const auto port = parse_integer(endpoint.port);
    if (!code && port && *port > 0 && *port <= largest_port) {
        const tcp::endpoint there(address, static_cast<unsigned short>(*port));
        co_return Addresses::create(there, endpoint.host, endpoint.port);
    }

    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    const auto question = std::make_shared<Question>(executor);
    question->patience.expires_at(deadline.at);
    question->resolver.async_resolve(
        endpoint.host,
        endpoint.port,
        [question](const Code& failure, Addresses addresses) {
            question->answer.emplace(failure, std::move(addresses));
            question->patience.cancel();
        }
    );
    co_await question->patience.async_wait(asio::redirect_error(asio::use_awaitable, code));
    if (!question->answer) {
        co_return Error{
            ErrorKind::Timeout, format("the address of {} was not found", endpoint.host)};
    }
    if (question->answer->first) {
        co_return in_context(endpoint.host, transport_error(question->answer->first));
    }
    co_return question->answer->second;
}

}  // namespace slipway::http
