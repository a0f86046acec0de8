#include "edge/http/pool.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "core/base/text.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using Code = boost::system::error_code;

}  // namespace

Pool::Pool(asio::any_io_executor executor, Origin origin, std::size_t limit)
    : executor_(std::move(executor)),
      origin_(std::move(origin)),
      limit_(limit),
      sweeper_(executor_) {}

asio::awaitable<Result<Pool::Turn>> Pool::turn(Deadline deadline) {
    if (in_use_ < limit_) {
        ++in_use_;
        co_return Turn(shared_from_this());
    }
    const auto waiter = std::make_shared<Waiter>(Waiter{asio::steady_timer(executor_)});
    waiter->patience.expires_at(deadline.at);
    waiters_.push_back(waiter);
    Code code;
    co_await waiter->patience.async_wait(asio::redirect_error(asio::use_awaitable, code));
    if (waiter->has_turn) co_return Turn(shared_from_this());
    std::erase(waiters_, waiter);
    co_return Error{
        ErrorKind::Timeout,
        format(
            "none of the {} connections became free within {}", limit_, to_text(deadline.allowed)
        )};
}

void Pool::pass_on() {
    if (is_closed_) return;
    if (waiters_.empty()) {
        --in_use_;
        return;
    }
    const auto next = waiters_.front();
    waiters_.pop_front();
    next->has_turn = true;
    next->patience.cancel();
}

asio::awaitable<Result<std::unique_ptr<Connection>>> Pool::connection(Deadline deadline) {
    // The one used last is the least likely to have been closed.
    while (!idle_.empty()) {
        auto connection = std::move(idle_.back().connection);
        idle_.pop_back();
        if (connection->is_quiet()) co_return connection;
    }
    co_return co_await Connection::open(origin_, deadline);
}

void Pool::keep(std::unique_ptr<Connection> connection) {
    idle_.push_back({std::move(connection), std::chrono::steady_clock::now()});
    sweep_later();
}

void Pool::sweep_later() {
    if (is_sweep_due_) return;
    is_sweep_due_ = true;
    sweeper_.expires_after(origin_.settings.idle_timeout);
    sweeper_.async_wait([pool = shared_from_this()](const Code& code) {
        if (!code) pool->sweep();
    });
}

void Pool::sweep() {
    is_sweep_due_ = false;
    const auto too_long_ago = std::chrono::steady_clock::now() - origin_.settings.idle_timeout;
    std::erase_if(idle_, [&](const Idle& idle) { return idle.since <= too_long_ago; });
    if (!idle_.empty()) sweep_later();
}

void Pool::close() {
    is_closed_ = true;
    idle_.clear();
}

}  // namespace slipway::http
