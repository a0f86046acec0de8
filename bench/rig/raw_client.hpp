/// The measure of all ratios: requests that are ready to be sent, over as many connections as serve
/// best, with nothing in between. It plans nothing, keeps nothing and decides nothing.
///
/// Synchronous Boost.Beast, one thread a connection: faster against a real API server than a Go
/// client, and none of the operator's own code.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slipway::bench {

struct RawRequest {
    std::string method{};
    std::string target{};
    std::string content_type{};
    std::string body{};
};

RawRequest apply_of(const std::string& target, std::string body);

struct RawAccess {
    std::string host{};
    std::string port{};
    std::string certificate_authority{};  ///< PEM.
    std::string token{};
};

enum class AfterRefusal { Fail, AskAgain };

class RawClient {
public:
    static constexpr int window = 8;

    /// Connects; `connections` threads wait for work.
    explicit RawClient(RawAccess access, int connections = window);
    ~RawClient();

    /// Sends them all, in their order as far as the window allows, and returns when the last is
    /// answered. Throws std::runtime_error with the server's answer where it is no 2xx; where it is
    /// asked again, only after half a minute of 10 ms each.
    void run(const std::vector<RawRequest>& requests, AfterRefusal after = AfterRefusal::Fail);
    /// One request; the body of its answer.
    std::string ask(const RawRequest& request);
    /// The code of the answer to one request.
    unsigned code(const RawRequest& request);
    /// Opens a watch of what is at `target`, over a connection of its own, and hands its events on
    /// as they come, each a line of JSON, until `is_last` says so of one. Throws where that takes
    /// two minutes.
    void watch(const std::string& target, const std::function<bool(std::string_view)>& is_last);

private:
    struct Connection;
    RawAccess access_;
    std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace slipway::bench
