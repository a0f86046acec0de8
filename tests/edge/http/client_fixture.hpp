/// What the tests of the HTTP client share: credentials that count, and waits that end.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "edge/http/client.hpp"
#include "support/catch.hpp"
#include "support/http_server.hpp"

namespace slipway::test {

using namespace std::chrono_literals;
using http::Client;
using kubeapi::Method;
using kubeapi::Request;
using kubeapi::Response;

/// Far more than anything here takes.
constexpr auto long_enough = 20s;

/// The token is "old" until it is refused, then "new".
struct KnownCredentials final : http::Credentials {
    explicit KnownCredentials(http::TlsMaterial known = {}) : material(std::move(known)) {}

    Result<http::TlsMaterial> tls() override {
        ++readings;
        return material;
    }
    Result<std::string> bearer_token() override {
        return std::string(refusals == 0 ? "old" : "new");
    }
    void refused() override { ++refusals; }

    http::TlsMaterial material;
    std::atomic<int> readings{0};
    std::atomic<int> refusals{0};
};

/// For a plain server.
inline http::ClientSettings settings_for(const HttpServer& server) {
    return {.endpoint = {.host = "127.0.0.1", .port = server.port(), .tls = false}};
}

inline std::unique_ptr<Client> client_of(const HttpServer& server) {
    return Client::start(settings_for(server), std::make_shared<KnownCredentials>());
}

inline Request get(std::string target = "/") { return {.target = std::move(target)}; }

inline Request with_body(Method method, std::string body) {
    return {
        .method = method,
        .target = "/",
        .body = std::move(body),
        .content_type = "application/json"};
}

inline Result<Response> wait(std::future<Result<Response>> future) {
    REQUIRE(future.wait_for(long_enough) == std::future_status::ready);
    return future.get();
}

inline Result<Response> answer(Client& client, Request request, Duration deadline = 10s) {
    return wait(client.send(std::move(request), deadline));
}

/// Opened by one thread, waited for by others.
class Gate {
public:
    void open() { opened_.set_value(); }
    bool wait() const { return future_.wait_for(long_enough) == std::future_status::ready; }

private:
    std::promise<void> opened_{};
    std::shared_future<void> future_ = opened_.get_future().share();
};

/// A number that somebody waits for.
class Count {
public:
    void add() {
        const std::lock_guard lock(mutex_);
        ++value_;
        changed_.notify_all();
    }
    bool wait_for(int value) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, long_enough, [&] { return value_ >= value; });
    }
    int value() {
        const std::lock_guard lock(mutex_);
        return value_;
    }

private:
    std::mutex mutex_{};
    std::condition_variable changed_{};
    int value_ = 0;
};

}  // namespace slipway::test
