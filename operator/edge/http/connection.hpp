/// One keep-alive connection to the API server: one exchange at a time.
///
/// Beast stays behind this header.
#pragma once

#include <memory>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include "core/base/result.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

/// How an exchange ended, and what that says about the connection.
struct Exchange {
    Result<kubeapi::Response> answer;
    /// Another request may follow on the same connection.
    bool is_reusable = false;
    /// A connection that had served before was closed, and no byte of an answer came: the server
    /// most likely closed it while it lay idle.
    bool was_stale = false;
    /// A part of the request may have reached the server.
    bool was_sent = true;
};

class Connection {
public:
    /// With the credentials of this moment. Unavailable or Timeout, as connect() says.
    static boost::asio::awaitable<Result<std::unique_ptr<Connection>>> open(
        const Origin& origin, Deadline deadline
    );
    ~Connection();

    /// An answer that comes before the body is sent is an answer. Bodies over 64 MiB: TooLarge.
    boost::asio::awaitable<Exchange> exchange(const kubeapi::Request& request, Deadline deadline);

    /// False once the server closed it, or sent what nobody asked for, while it lay idle.
    bool is_quiet() const;

private:
    struct Parts;
    explicit Connection(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace slipway::http
