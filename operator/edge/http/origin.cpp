#include "edge/http/origin.hpp"

#include "core/base/text.hpp"

namespace slipway::http {

std::string authority(const Endpoint& endpoint) {
    const bool is_ipv6 = endpoint.host.find(':') != std::string::npos;
    const auto host = is_ipv6 ? "[" + endpoint.host + "]" : endpoint.host;
    const auto* usual_port = endpoint.tls ? "443" : "80";
    return endpoint.port == usual_port ? host : host + ":" + endpoint.port;
}

std::string place(const Endpoint& endpoint, const kubeapi::Request& request) {
    const auto path = request.target.substr(0, request.target.find('?'));
    const auto* scheme = endpoint.tls ? "https" : "http";
    return format("{} {}://{}{}", word(request.method), scheme, authority(endpoint), path);
}

const std::string& expected_name(const Endpoint& endpoint) {
    return endpoint.server_name.empty() ? endpoint.host : endpoint.server_name;
}

}  // namespace slipway::http
