/// `configMapRef`: the manifests stand in a ConfigMap of the Release's namespace.
#include "edge/source/reference.hpp"

namespace slipway::source::drivers {
namespace {

bool is_config_map(const SourceSpec& spec) {
    return refers_to(spec, ReferenceSource::From::ConfigMap);
}

Result<std::vector<ports::SourceText>> read_config_map(const Request& request) {
    return read_reference(request, [](const std::string& text) { return std::optional(text); });
}

}  // namespace

extern const Driver config_map_ref{.fetches = is_config_map, .fetch = read_config_map};

}  // namespace slipway::source::drivers
