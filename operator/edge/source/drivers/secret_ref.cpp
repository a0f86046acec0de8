/// `secretRef`: the manifests stand in a Secret of the Release's namespace.
#include "core/base/base64.hpp"
#include "edge/source/reference.hpp"

namespace slipway::source::drivers {
namespace {

bool is_secret(const SourceSpec& spec) { return refers_to(spec, ReferenceSource::From::Secret); }

Result<std::vector<ports::SourceText>> read_secret(const Request& request) {
    return read_reference(request, [](const std::string& text) { return base64_decoded(text); });
}

}  // namespace

extern const Driver secret_ref{.fetches = is_secret, .fetch = read_secret};

}  // namespace slipway::source::drivers
