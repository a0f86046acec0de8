/// A byte stream to the API server, plain or TLS, as Beast's algorithms want one.
///
/// One type for both, so that they are compiled once. Every operation on it ends at `expires_at`.
/// Private to the files that speak HTTP: this header is expensive to compile.
#pragma once

#include <memory>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/async_base.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <openssl/ssl.h>

#include "core/base/result.hpp"
#include "edge/http/origin.hpp"
#include "edge/http/tls_context.hpp"

namespace slipway::http {

class Wire {
public:
    using executor_type = boost::beast::tcp_stream::executor_type;

    Wire(const executor_type& executor, TlsContext tls, bool is_secure)
        : tls_(std::move(tls)), stream_(executor, *tls_), is_secure_(is_secure) {}

    executor_type get_executor() { return stream_.get_executor(); }

    template <class Buffers, class Handler>
    BOOST_BEAST_ASYNC_RESULT2(Handler)
    async_read_some(const Buffers& buffers, Handler&& handler) {
        if (is_secure_) return stream_.async_read_some(buffers, std::forward<Handler>(handler));
        return tcp().async_read_some(buffers, std::forward<Handler>(handler));
    }

    template <class Buffers, class Handler>
    BOOST_BEAST_ASYNC_RESULT2(Handler)
    async_write_some(const Buffers& buffers, Handler&& handler) {
        if (is_secure_) return stream_.async_write_some(buffers, std::forward<Handler>(handler));
        return tcp().async_write_some(buffers, std::forward<Handler>(handler));
    }

    void expires_at(std::chrono::steady_clock::time_point instant) { tcp().expires_at(instant); }

    /// Ends what is under way with an error; connected or not, it is of no use any more.
    void close() {
        is_closed_ = true;
        tcp().close();
    }
    bool is_closed() const { return is_closed_; }

    /// TLS has received what nobody has read yet: data, or a part of a record.
    bool holds_unread() {
        SSL* const session = stream_.native_handle();
        return SSL_has_pending(session) == 1 || BIO_ctrl_pending(SSL_get_rbio(session)) > 0;
    }

    boost::beast::ssl_stream<boost::beast::tcp_stream>& secured() { return stream_; }
    boost::beast::tcp_stream& tcp() { return stream_.next_layer(); }

private:
    TlsContext tls_;
    boost::beast::ssl_stream<boost::beast::tcp_stream> stream_;
    bool is_secure_;
    bool is_closed_ = false;
};

/// A wire that is not connected yet, with the credentials of this moment.
Result<std::shared_ptr<Wire>> make_wire(const Wire::executor_type& executor, const Origin& origin);

/// Connects and shakes hands, within the origin's connect timeout (Unavailable) and within
/// `deadline` (Timeout).
boost::asio::awaitable<Result<void>> connect(Wire& wire, const Origin& origin, Deadline deadline);

}  // namespace slipway::http
