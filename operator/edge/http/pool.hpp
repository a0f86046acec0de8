/// The connections that requests share: at most `limit` are in use, the others wait in line.
///
/// Lives on the client's thread; close() may come from another one after that has ended.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/base/result.hpp"
#include "edge/http/connection.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

class Pool : public std::enable_shared_from_this<Pool> {
public:
    /// The right to use one connection, until destroyed.
    class Turn {
    public:
        explicit Turn(std::shared_ptr<Pool> pool) : pool_(std::move(pool)) {}
        Turn(Turn&&) noexcept = default;
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (pool_) pool_->pass_on();
        }

    private:
        std::shared_ptr<Pool> pool_;
    };

    Pool(boost::asio::any_io_executor executor, Origin origin, std::size_t limit);

    const Origin& origin() const { return origin_; }

    /// Waits in line, first come, first served. Timeout: the deadline passed before.
    boost::asio::awaitable<Result<Turn>> turn(Deadline deadline);

    /// One that lay idle, else a new one; to whoever has its turn.
    boost::asio::awaitable<Result<std::unique_ptr<Connection>>> connection(Deadline deadline);

    /// Keeps it for the next request, for one to two idle timeouts.
    void keep(std::unique_ptr<Connection> connection);

    /// Closes what lies idle: the server hung up on all of it, or credentials were refused.
    void forget_idle() { idle_.clear(); }

    /// Nothing is kept and nobody is given a turn any more.
    void close();

private:
    struct Waiter {
        boost::asio::steady_timer patience;
        bool has_turn = false;
    };
    struct Idle {
        std::unique_ptr<Connection> connection;
        std::chrono::steady_clock::time_point since;
    };

    void pass_on();
    void sweep_later();
    void sweep();

    boost::asio::any_io_executor executor_;
    Origin origin_;
    std::size_t limit_;
    std::size_t in_use_ = 0;
    bool is_closed_ = false;
    std::deque<std::shared_ptr<Waiter>> waiters_{};
    std::vector<Idle> idle_{};
    boost::asio::steady_timer sweeper_;
    bool is_sweep_due_ = false;
};

}  // namespace slipway::http
