/// One answer as it comes in, on a connection of its own: its head first, then its body, piece by
/// piece.
///
/// Each byte must follow the one before within the stream's stall time (Timeout). Beast stays
/// behind this header.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include "core/base/result.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

class Download {
public:
    /// An Error ends the download.
    using Take = std::function<Result<void>(std::string_view piece)>;

    /// Not connected yet; with the credentials of this moment.
    static Result<std::shared_ptr<Download>> make(
        const boost::asio::any_io_executor& executor, const Origin& origin
    );
    ~Download();

    /// Connects, asks, and answers the status and the headers.
    boost::asio::awaitable<Result<kubeapi::Response>> open(const kubeapi::Request& request);

    /// The whole body, after open().
    boost::asio::awaitable<Result<void>> read(Take take);

    /// Ends what is under way with an error.
    void close();

private:
    struct Parts;
    explicit Download(std::unique_ptr<Parts> parts);
    boost::asio::awaitable<Result<void>> ask(const kubeapi::Request& request);

    std::unique_ptr<Parts> parts_;
};

}  // namespace slipway::http
