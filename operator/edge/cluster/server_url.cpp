#include "edge/cluster/server_url.hpp"

#include "core/base/text.hpp"

namespace slipway::cluster {
namespace {

Error wrong(std::string_view url, std::string_view why) {
    return {
        ErrorKind::InvalidSpec,
        format("its server \"{}\" {}; write it like https://10.0.0.1:6443", url, why)};
}

struct Place {
    std::string_view host;
    std::string_view port;  ///< "" where none is given.
};

/// An IPv6 address stands in brackets.
Place place_of(std::string_view authority) {
    const auto bracket = authority.find(']');
    if (authority.starts_with('[') && bracket != std::string_view::npos) {
        const auto rest = authority.substr(bracket + 1);
        return {authority.substr(1, bracket - 1), rest.starts_with(':') ? rest.substr(1) : ""};
    }
    const auto colon = authority.rfind(':');
    if (colon == std::string_view::npos) return {authority, {}};
    return {authority.substr(0, colon), authority.substr(colon + 1)};
}

bool is_port(std::string_view text) {
    const auto number = parse_integer(text);
    return number && *number > 0 && *number < 65'536;
}

}  // namespace

Result<http::Endpoint> endpoint_of(std::string_view url) {
    constexpr std::string_view secure = "https://";
    constexpr std::string_view plain = "http://";
    const bool is_tls = url.starts_with(secure);
    if (!is_tls && !url.starts_with(plain)) return wrong(url, "is no https address");
    std::string_view authority = url.substr(is_tls ? secure.size() : plain.size());
    if (authority.ends_with('/')) authority.remove_suffix(1);
    if (authority.find_first_of("/?#@") != std::string_view::npos) {
        return wrong(url, "has more than a host and a port, which is not supported");
    }
    const Place place = place_of(authority);
    if (place.host.empty()) return wrong(url, "names no host");
    if (!place.port.empty() && !is_port(place.port)) return wrong(url, "has no valid port");
    const std::string_view usual_port = is_tls ? "443" : "80";
    return http::Endpoint{
        .host = std::string(place.host),
        .port = std::string(place.port.empty() ? usual_port : place.port),
        .tls = is_tls,
    };
}

}  // namespace slipway::cluster
