/// Kubernetes' HTTP dialect as values: requests are built and answers read without a socket.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace slipway::kubeapi {

enum class Method { Get, Post, Put, Patch, Delete };

struct Request {
    Method method = Method::Get;
    std::string
        target{};  ///< Path and query, percent-encoded: "/api/v1/namespaces/shop/pods?limit=500".
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
    std::string content_type{};

    bool is_mutating() const { return method != Method::Get; }
};

struct Response {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};

    bool is_success() const { return status >= 200 && status < 300; }
    /// Case does not matter; "" where there is none.
    std::string_view header(std::string_view name) const;
};

std::string_view word(Method method);

}  // namespace slipway::kubeapi
