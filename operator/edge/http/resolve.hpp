/// From a host and a port to addresses.
#pragma once

#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "core/base/result.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

/// An IP address asks nobody. The wait for the name service ends at `deadline` (Timeout), although
/// the question itself cannot be taken back.
boost::asio::awaitable<Result<boost::asio::ip::tcp::resolver::results_type>> resolve(
    Endpoint endpoint, Deadline deadline
);

}  // namespace slipway::http
