/// What every connection of one client shares: where it leads, as whom it speaks, and how long a
/// request on it may take.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/base/error.hpp"
#include "edge/http/client.hpp"

namespace slipway::http {

class NewestTls;

struct Origin {
    ClientSettings settings;
    std::shared_ptr<Credentials> credentials;
    std::shared_ptr<NewestTls> tls;  ///< Of the client's thread.
};

/// An instant, and the time that was given until then, for the message when it has passed.
struct Deadline {
    std::chrono::steady_clock::time_point at;
    Duration allowed;

    static Deadline after(Duration allowed) {
        return {.at = std::chrono::steady_clock::now() + allowed, .allowed = allowed};
    }
    bool has_passed() const { return std::chrono::steady_clock::now() >= at; }
};

/// "10.96.0.1", "[fd00::1]:6443": the Host header; the scheme's own port is left out.
std::string authority(const Endpoint& endpoint);

/// "GET https://10.96.0.1/api/v1/pods", without the query: the place that messages name.
std::string place(const Endpoint& endpoint, const kubeapi::Request& request);

/// The name or IP address that the server's certificate must carry.
const std::string& expected_name(const Endpoint& endpoint);

}  // namespace slipway::http
