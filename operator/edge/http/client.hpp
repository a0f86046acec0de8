/// HTTP/1.1 to the API server over Boost.Asio, Beast and OpenSSL.
///
/// Requests share a pool of keep-alive connections (at most `connections`); a stream (a watch) has
/// a connection of its own. Every request has a deadline and ends in an answer or an Error:
/// Unavailable (no connection, it died, a TLS failure: the message says which) or Timeout. A stale
/// keep-alive connection is retried once, for idempotent requests only. Redirects are not followed.
/// Credentials are asked for anew for each connection and each request, so rotation needs no
/// restart. Nobody but the configured CA is trusted, host names and IP addresses are verified,
/// TLS 1.2 at least.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/kubeapi/request.hpp"

namespace slipway::http {

/// What a new connection presents and trusts; PEM texts.
struct TlsMaterial {
    std::string certificate_authority{};
    std::string client_certificate{};
    std::string client_key{};
    bool operator==(const TlsMaterial&) const = default;
};

/// Where the API server is and who we are; asked again for every connection and request.
class Credentials {
public:
    virtual ~Credentials() = default;
    virtual Result<TlsMaterial> tls() = 0;
    /// "" where the client certificate is all there is.
    virtual Result<std::string> bearer_token() = 0;
    /// The server answered 401: whatever is cached should be read again.
    virtual void refused() = 0;
};

struct Endpoint {
    std::string host{};  ///< A name or an IP address, without brackets.
    std::string port = "443";
    bool tls = true;
    /// The name the certificate must have, where it is not the host (kubeconfig's tls-server-name).
    std::string server_name{};
};

struct ClientSettings {
    Endpoint endpoint{};
    /// A group of ten or so goes at once; more only wait for the server's cores.
    int connections = 12;
    Duration connect_timeout = std::chrono::seconds(10);
    /// A stream without a byte for this long is dead. An API server sends a bookmark a minute, so
    /// that this leaves one of them time to be late and is still noticed within 90 s.
    Duration stream_stall = std::chrono::seconds(85);
    std::string user_agent = "slipway";
    /// An unused connection is closed after one to two of these.
    Duration idle_timeout = std::chrono::seconds(10);
};

/// What a stream tells, on the client's thread; must return at once.
struct StreamSink {
    virtual ~StreamSink() = default;
    /// The status line and headers came; for anything but 2xx the body follows in on_end's
    /// response.
    virtual void on_open(const kubeapi::Response& head) = 0;
    /// One line of the body, without its line end.
    virtual void on_line(std::string_view line) = 0;
    /// Called exactly once, unless the stream or its client is destroyed before. A response: the
    /// server ended it (its status and, unless 2xx, its body of up to 1 MiB). An Error: the
    /// connection died, stalled, or was never made; TooLarge for a line over 8 MiB.
    virtual void on_end(Result<kubeapi::Response> end) = 0;
};

/// A running stream; destroying it, from any thread, ends it. It waits for a sink call that is
/// running (unless that very call destroys it), and none comes after. It may outlive its client.
class Stream {
public:
    virtual ~Stream() = default;
};

/// Destroying it ends what is under way: requests with Unavailable; streams and tasks silently. Not
/// to be destroyed on its own thread.
class Client {
public:
    /// Runs one thread of its own until destroyed.
    static std::unique_ptr<Client> start(
        ClientSettings settings, std::shared_ptr<Credentials> credentials
    );
    virtual ~Client() = default;

    /// Answers within `deadline`, counted from now, waiting for a free connection included.
    virtual std::future<Result<kubeapi::Response>> send(
        kubeapi::Request request, Duration deadline
    ) = 0;
    /// On a connection of its own, outside the pool's limit (leases: they share fate with nothing).
    virtual std::future<Result<kubeapi::Response>> send_apart(
        kubeapi::Request request, Duration deadline
    ) = 0;
    virtual std::unique_ptr<Stream> stream(
        kubeapi::Request request, std::shared_ptr<StreamSink> sink
    ) = 0;
    /// Runs `task` on the client's thread after `delay`: for backoff without a thread of one's own.
    virtual void after(Duration delay, std::function<void()> task) = 0;
};

}  // namespace slipway::http
