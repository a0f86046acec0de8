/// The address of an API server, as a kubeconfig writes it.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "edge/http/client.hpp"

namespace slipway::cluster {

/// "https://10.0.0.1:6443", "https://[::1]:6443", "http://localhost:8080". InvalidSpec: another
/// scheme, no host, or a path, which is not supported.
Result<http::Endpoint> endpoint_of(std::string_view url);

}  // namespace slipway::cluster
