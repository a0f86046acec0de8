#include "edge/http/client.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "edge/http/loop.hpp"
#include "edge/http/pool.hpp"
#include "edge/http/stream.hpp"
#include "edge/http/tls_context.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using kubeapi::Method;
using kubeapi::Request;
using kubeapi::Response;

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

/// What the caller's future waits for; settled in any case.
class Reply {
public:
    Reply() = default;
    Reply(Reply&&) noexcept = default;
    Reply& operator=(Reply&&) = delete;
    ~Reply() { settle(Error{ErrorKind::Unavailable, "the operator is shutting down"}); }

    std::future<Result<Response>> future() { return promise_->get_future(); }

    void settle(Result<Response> answer) {
        if (const auto promise = std::exchange(promise_, nullptr)) {
            promise->set_value(std::move(answer));
        }
    }

private:
    std::unique_ptr<std::promise<Result<Response>>> promise_ =
        std::make_unique<std::promise<Result<Response>>>();
};

/// Doing it twice is doing it once. A PATCH is one of ours: server-side apply, or fenced by what it
/// expects to find.
bool is_idempotent(Method method) { return method != Method::Post; }

bool may_go_again(const Exchange& exchange, Method method) {
    return exchange.was_stale && (is_idempotent(method) || !exchange.was_sent);
}

bool is_refused(const Exchange& exchange) {
    return exchange.answer && exchange.answer->status == 401;
}

asio::awaitable<Result<Response>> carry_out(Pool& pool, const Request& request, Deadline deadline) {
    bool has_gone_again = false;
    bool was_refused = false;
    while (true) {
        auto connection = co_await pool.connection(deadline);
        if (!connection) co_return connection.error();
        auto exchange = co_await (*connection)->exchange(request, deadline);
        if (may_go_again(exchange, request.method) && !std::exchange(has_gone_again, true)) {
            pool.forget_idle();
            continue;
        }
        if (is_refused(exchange) && !std::exchange(was_refused, true)) {
            // The server did nothing. Client certificates belong to the connection, so a new one.
            pool.origin().credentials->refused();
            pool.forget_idle();
            continue;
        }
        if (exchange.is_reusable) pool.keep(std::move(*connection));
        co_return std::move(exchange.answer);
    }
}

asio::awaitable<void> converse(
    std::shared_ptr<Pool> pool, Request request, Deadline deadline, Reply reply
) {
    Result<Response> answer = Error{ErrorKind::Internal, ""};
    auto turn = co_await pool->turn(deadline);
    if (turn) {
        answer = co_await carry_out(*pool, request, deadline);
    } else {
        answer = turn.error();
    }
    if (!answer)
        answer = in_context(place(pool->origin().settings.endpoint, request), answer.error());
    reply.settle(std::move(answer));
}

class PooledClient final : public Client {
public:
    explicit PooledClient(Origin origin)
        : origin_(std::move(origin)),
          pool_(std::make_shared<Pool>(
              loop_->executor(),
              origin_,
              static_cast<std::size_t>(std::max(1, origin_.settings.connections))
          )),
          apart_(std::make_shared<Pool>(loop_->executor(), origin_, no_limit)) {}

    ~PooledClient() override {
        loop_->stop();
        // Sockets and timers must not outlive the loop; what waits in it holds the pools as well.
        pool_->close();
        apart_->close();
        pool_.reset();
        apart_.reset();
        loop_->discard();
    }
    PooledClient(const PooledClient&) = delete;
    PooledClient& operator=(const PooledClient&) = delete;

    std::future<Result<Response>> send(Request request, Duration deadline) override {
        return start(pool_, std::move(request), deadline);
    }

    std::future<Result<Response>> send_apart(Request request, Duration deadline) override {
        return start(apart_, std::move(request), deadline);
    }

    std::unique_ptr<Stream> stream(Request request, std::shared_ptr<StreamSink> sink) override {
        return start_stream(loop_, origin_, std::move(request), std::move(sink));
    }

    void after(Duration delay, std::function<void()> task) override {
        loop_->post([delay, task = std::move(task), executor = loop_->executor()]() mutable {
            const auto timer = std::make_shared<asio::steady_timer>(executor, delay);
            timer->async_wait([timer, task = std::move(task)](const auto& code) {
                if (!code) task();
            });
        });
    }

private:
    std::future<Result<Response>> start(
        const std::shared_ptr<Pool>& pool, Request request, Duration allowed
    ) {
        Reply reply;
        auto future = reply.future();
        loop_->post([pool,
                     request = std::move(request),
                     deadline = Deadline::after(allowed),
                     reply = std::move(reply),
                     executor = loop_->executor()]() mutable {
            asio::co_spawn(
                executor,
                converse(pool, std::move(request), deadline, std::move(reply)),
                abort_on_defect
            );
        });
        return future;
    }

    std::shared_ptr<Loop> loop_ = std::make_shared<Loop>();
    Origin origin_;
    std::shared_ptr<Pool> pool_;
    std::shared_ptr<Pool> apart_;
};

}  // namespace

std::unique_ptr<Client> Client::start(
    ClientSettings settings, std::shared_ptr<Credentials> credentials
) {
    return std::make_unique<PooledClient>(Origin{
        std::move(settings), std::move(credentials), std::make_shared<NewestTls>()});
}

}  // namespace slipway::http
