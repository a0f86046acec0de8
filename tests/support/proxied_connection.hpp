/// One connection of a client to the counting proxy, and the proxy's own to the server behind it:
/// TLS on both sides, one request at a time, as HTTP/1.1 has it.
///
/// Blocking, on a thread of its own, so that it reads from top to bottom. Reads pass through piece
/// by piece, so a watch's lines come when they come; writes are passed on whole.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "support/passed_write.hpp"

namespace slipway::test {

/// Both ends of what the proxy stands between.
struct ProxySides {
    boost::asio::ssl::context& facing_clients;
    boost::asio::ssl::context& facing_server;
    boost::asio::ip::tcp::endpoint server;
};

struct AskedOfProxy {
    std::string method{};
    std::string target{};  ///< Path and query.

    /// "PATCH /api/v1/namespaces/shop/configmaps/a": without the query.
    std::string text() const { return method + " " + target.substr(0, target.find('?')); }
    bool is_about(std::string_view part) const { return target.find(part) != std::string::npos; }
};

/// What the proxy says in the API server's place.
struct ForgedAnswer {
    int status = 500;
    std::string body{};
    int retry_after = 0;         ///< Seconds; 0: nothing is said of it.
    bool never_goes_on = false;  ///< The headers come, and then nothing more.
};

/// How much of the server's answer the client gets. After anything less than all of it the
/// connection ends.
enum class Answered {
    Whole,
    Half,
    HalfThenSilence,  ///< Until the client hangs up.
    Not,
};

/// Asked about each request; and about each write: whether it goes further, and its answer.
struct WriteChecks {
    std::function<std::optional<ForgedAnswer>(const AskedOfProxy&)> forge;
    std::function<bool(PassedWrite&)> may_be_forwarded;
    std::function<Answered(PassedWrite&)> is_answered;
};

class ProxiedConnection {
public:
    using Request = boost::beast::http::request<boost::beast::http::string_body>;

    ProxiedConnection(boost::asio::ip::tcp::socket client, ProxySides sides, WriteChecks checks);

    /// Until either side hangs up.
    void run();
    /// From another thread: as if the client had died. A write that is on its way to the server
    /// still is written, and its answer still is counted.
    void hang_up();
    /// From another thread: both sides, at once.
    void cut();

private:
    using Stream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;

    void connect();
    /// False where the connection ends with this request.
    bool pass(Request request);
    bool answer(const ForgedAnswer& forged);
    bool pass_write(const Request& request, PassedWrite write);
    bool pass_read(const Request& request);
    /// Until the client hangs up.
    void be_silent();
    void shut_down(Stream& side);

    ProxySides sides_;
    WriteChecks checks_;
    Stream client_;
    boost::asio::io_context io_{};
    Stream server_;
    boost::beast::flat_buffer from_client_{};
    boost::beast::flat_buffer from_server_{};
    std::mutex mutex_{};
    bool is_writing_ = false;
    bool is_cut_off_ = false;
};

}  // namespace slipway::test
