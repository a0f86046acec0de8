#include "rig/raw_client.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

namespace slipway::bench {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

struct RawClient::Connection {
    explicit Connection(const RawAccess& to) : access(to) {
        tls.add_certificate_authority(asio::buffer(to.certificate_authority));
        tls.set_verify_mode(asio::ssl::verify_peer);
        stream.next_layer().connect(
            {asio::ip::make_address(to.host), static_cast<std::uint16_t>(std::stoi(to.port))}
        );
        stream.next_layer().set_option(asio::ip::tcp::no_delay(true));
        stream.handshake(asio::ssl::stream_base::client);
    }

    void write(const RawRequest& raw) {
        http::request<http::string_body> request(
            http::string_to_verb(raw.method), raw.target, 11, raw.body
        );
        request.set(http::field::host, access.host + ":" + access.port);
        request.set(http::field::authorization, "Bearer " + access.token);
        request.set(http::field::accept, "application/json");
        if (!raw.content_type.empty()) request.set(http::field::content_type, raw.content_type);
        request.prepare_payload();
        http::write(stream, request);
    }

    http::response<http::string_body> send(const RawRequest& raw) {
        write(raw);
        http::response_parser<http::string_body> parser;
        parser.body_limit(64U << 20U);
        http::read(stream, buffer, parser);
        return parser.release();
    }

    http::response<http::string_body> send(const RawRequest& raw, AfterRefusal after) {
        constexpr int most_tries = 3'000;
        auto response = send(raw);
        for (int tries = 1; after == AfterRefusal::AskAgain && tries < most_tries; ++tries) {
            if (response.result_int() < 300) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            response = send(raw);
        }
        return response;
    }

    /// The body of an answer, piece by piece as it arrives, until `take` says it is enough; the
    /// answer's code.
    unsigned receive(const std::function<bool(std::string_view)>& take) {
        http::response_parser<http::buffer_body> parser;
        parser.body_limit(1U << 30U);
        http::read_header(stream, buffer, parser);
        if (parser.get().result() != http::status::ok) return parser.get().result_int();
        std::array<char, 16'384> space{};
        while (!parser.is_done()) {
            parser.get().body() = {.data = space.data(), .size = space.size(), .more = true};
            boost::system::error_code trouble;
            http::read_some(stream, buffer, parser, trouble);
            if (trouble && trouble != http::error::need_buffer)
                throw boost::system::system_error(trouble);
            const std::string_view piece(space.data(), space.size() - parser.get().body().size);
            if (take(piece)) break;
        }
        return parser.get().result_int();
    }

    const RawAccess& access;
    asio::io_context context{};
    asio::ssl::context tls{asio::ssl::context::tls_client};
    asio::ssl::stream<asio::ip::tcp::socket> stream{context, tls};
    beast::flat_buffer buffer{};
};

namespace {

void check(const RawRequest& request, const http::response<http::string_body>& response) {
    if (response.result_int() < 300) return;
    throw std::runtime_error(request.method + " " + request.target + ": " + response.body());
}

}  // namespace

RawRequest apply_of(const std::string& target, std::string body) {
    return {
        .method = "PATCH",
        .target = target + "?fieldManager=raw&force=true",
        .content_type = "application/apply-patch+yaml",
        .body = std::move(body)};
}

RawClient::RawClient(RawAccess access, int connections) : access_(std::move(access)) {
    for (int i = 0; i < connections; ++i)
        connections_.push_back(std::make_unique<Connection>(access_));
}

RawClient::~RawClient() = default;

void RawClient::run(const std::vector<RawRequest>& requests, AfterRefusal after) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&](Connection& connection) {
        try {
            for (std::size_t i = next++; i < requests.size(); i = next++) {
                check(requests[i], connection.send(requests[i], after));
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            next = requests.size();
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(connections_.size());
    for (const auto& connection : connections_)
        threads.emplace_back(work, std::ref(*connection));
    for (std::thread& thread : threads)
        thread.join();
    if (failure) std::rethrow_exception(failure);
}

std::string RawClient::ask(const RawRequest& request) {
    const auto response = connections_.front()->send(request);
    check(request, response);
    return response.body();
}

unsigned RawClient::code(const RawRequest& request) {
    return connections_.front()->send(request).result_int();
}

void RawClient::watch(
    const std::string& target, const std::function<bool(std::string_view)>& is_last
) {
    std::string rest;
    bool has_ended = false;
    const auto take = [&](std::string_view piece) {
        rest += piece;
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = rest.find('\n', begin)) != std::string::npos;) {
            has_ended = has_ended || is_last(std::string_view(rest).substr(begin, end - begin));
            begin = end + 1;
        }
        rest.erase(0, begin);
        return has_ended;
    };
    unsigned code = 429;
    // As the API server answers while it begins to serve a new kind.
    for (int tries = 0; code == 429 && tries < 1'000; ++tries) {
        Connection connection(access_);
        connection.write({.method = "GET", .target = target + "?watch=true&timeoutSeconds=120"});
        code = connection.receive(take);
    }
    if (!has_ended) throw std::runtime_error("a watch of " + target + " has ended too early");
}

}  // namespace slipway::bench
