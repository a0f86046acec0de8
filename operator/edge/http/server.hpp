/// The small server behind /metrics, /healthz and /readyz: GET only, on IPv6 and IPv4.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/base/result.hpp"
#include "core/kubeapi/request.hpp"

namespace slipway::http {

class Server {
public:
    /// Called on the server's thread; must return soon.
    using Handler = std::function<kubeapi::Response()>;

    /// Listens until destroyed; port 0 takes a free one. Unknown paths answer 404, other methods
    /// 405.
    static Result<std::unique_ptr<Server>> listen(
        std::uint16_t port, std::map<std::string, Handler> handlers
    );
    virtual ~Server() = default;
    virtual std::uint16_t port() const = 0;
};

}  // namespace slipway::http
