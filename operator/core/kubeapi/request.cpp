#include "core/kubeapi/request.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace slipway::kubeapi {

std::string_view Response::header(std::string_view name) const {
    const auto wanted = lower_case(name);
    const auto found = std::ranges::find_if(headers, [&](const auto& header) {
        return lower_case(header.first) == wanted;
    });
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view word(Method method) {
    switch (method) {
        case Method::Get: return "GET";
        case Method::Post: return "POST";
        case Method::Put: return "PUT";
        case Method::Patch: return "PATCH";
        case Method::Delete: return "DELETE";
    }
    return "";
}

}  // namespace slipway::kubeapi
