#include "support/proxied_connection.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <sstream>
#include <utility>

#include <boost/asio/write.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <sys/socket.h>

namespace slipway::test {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

/// Watches have no end. (Beast 1.74 takes boost::none for "nothing at all".)
constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// Beast's word for "the buffer is full" or "is empty", which is no error in a relay.
void forgive_need_of_buffer(error_code& error) {
    if (error == http::error::need_buffer) error = {};
    if (error) throw boost::system::system_error(error);
}

/// Each piece of the body goes on as soon as it came.
template <class From, class To>
bool relay_answer(From& from, boost::beast::flat_buffer& buffer, To& to) {
    http::response_parser<http::buffer_body> answer;
    answer.body_limit(unlimited);
    http::read_header(from, buffer, answer);
    http::response_serializer<http::buffer_body> onward(answer.get());
    http::write_header(to, onward);
    std::array<char, 16384> piece{};
    auto& body = answer.get().body();
    error_code error;
    while (!onward.is_done()) {
        body.data = nullptr;
        body.size = 0;
        if (!answer.is_done()) {
            body.data = piece.data();
            body.size = piece.size();
            http::read_some(from, buffer, answer, error);
            forgive_need_of_buffer(error);
            body.size = piece.size() - body.size;
            // An empty chunk would be the end of the body.
            body.data = body.size == 0 ? nullptr : piece.data();
        }
        body.more = !answer.is_done();
        http::write(to, onward, error);
        forgive_need_of_buffer(error);
    }
    return answer.get().keep_alive();
}

std::string without_half_its_body(const http::response<http::string_body>& answer) {
    std::ostringstream text;
    text << answer;
    return text.str().substr(0, text.str().size() - answer.body().size() / 2);
}

}  // namespace

ProxiedConnection::ProxiedConnection(tcp::socket client, ProxySides sides, WriteChecks checks)
    : sides_(std::move(sides)),
      checks_(std::move(checks)),
      client_(std::move(client), sides_.facing_clients),
      server_(io_, sides_.facing_server) {}

void ProxiedConnection::run() {
    try {
        connect();
        for (bool goes_on = true; goes_on;) {
            http::request_parser<http::string_body> request;
            request.body_limit(unlimited);
            http::read(client_, from_client_, request);
            goes_on = pass(request.release());
        }
    } catch (const boost::system::system_error&) {
        // One side hung up; so does the other.
    }
    const std::lock_guard lock(mutex_);
    is_cut_off_ = true;
    error_code ignored;
    client_.next_layer().close(ignored);
    server_.next_layer().close(ignored);
}

void ProxiedConnection::connect() {
    {
        const std::lock_guard lock(mutex_);
        server_.next_layer().open(sides_.server.protocol());
    }
    client_.next_layer().set_option(tcp::no_delay(true));
    client_.handshake(asio::ssl::stream_base::server);
    server_.next_layer().connect(sides_.server);
    server_.next_layer().set_option(tcp::no_delay(true));
    server_.handshake(asio::ssl::stream_base::client);
}

bool ProxiedConnection::pass(Request request) {
    const auto method = request.method_string();
    const auto target = request.target();
    const auto forged = checks_.forge(
        {.method = {method.data(), method.size()}, .target = {target.data(), target.size()}}
    );
    if (forged) return answer(*forged);
    const auto write = passed_write(
        {method.data(), method.size()}, {target.data(), target.size()}, request.body()
    );
    return write ? pass_write(request, *write) : pass_read(request);
}

bool ProxiedConnection::answer(const ForgedAnswer& forged) {
    http::response<http::string_body> response(static_cast<http::status>(forged.status), 11);
    response.set(http::field::content_type, "application/json");
    if (forged.retry_after > 0)
        response.set(http::field::retry_after, std::to_string(forged.retry_after));
    response.body() = forged.body;
    response.prepare_payload();
    if (!forged.never_goes_on) {
        http::write(client_, response);
        return true;
    }
    response.erase(http::field::content_length);
    response.chunked(true);
    http::response_serializer<http::string_body> headers(response);
    http::write_header(client_, headers);
    be_silent();
    return false;
}

void ProxiedConnection::be_silent() {
    char byte = 0;
    client_.read_some(asio::buffer(&byte, 1));
}

bool ProxiedConnection::pass_write(const Request& request, PassedWrite write) {
    {
        const std::lock_guard lock(mutex_);
        if (is_cut_off_) return false;
        is_writing_ = true;
    }
    if (!checks_.may_be_forwarded(write)) return false;
    http::write(server_, request);
    http::response_parser<http::string_body> answer;
    answer.body_limit(unlimited);
    http::read(server_, from_server_, answer);
    take_answer(write, static_cast<int>(answer.get().result_int()), answer.get().body());
    const Answered answered = checks_.is_answered(write);
    if (answered == Answered::Half || answered == Answered::HalfThenSilence)
        asio::write(client_, asio::buffer(without_half_its_body(answer.get())));
    if (answered == Answered::HalfThenSilence) be_silent();
    if (answered != Answered::Whole) return false;
    http::write(client_, answer.get());
    const std::lock_guard lock(mutex_);
    is_writing_ = false;
    return !is_cut_off_ && answer.get().keep_alive();
}

bool ProxiedConnection::pass_read(const Request& request) {
    http::write(server_, request);
    return relay_answer(server_, from_server_, client_);
}

void ProxiedConnection::hang_up() {
    const std::lock_guard lock(mutex_);
    shut_down(client_);
    if (!is_writing_) shut_down(server_);
    is_cut_off_ = true;
}

void ProxiedConnection::cut() {
    const std::lock_guard lock(mutex_);
    shut_down(client_);
    shut_down(server_);
    is_cut_off_ = true;
}

/// Ends a blocking read of the other thread, which closing would not.
void ProxiedConnection::shut_down(Stream& side) {
    if (side.next_layer().is_open()) ::shutdown(side.next_layer().native_handle(), SHUT_RDWR);
}

}  // namespace slipway::test
