#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_api_service(const Evidence& evidence) {
    const auto available = evidence.live.condition("Available");
    if (!available) return progressing("is not available yet");
    if (available->is_true()) return ready("is available");
    return progressing("is not available: " + explained(*available));
}

}  // namespace

extern const Rule apiregistration_api_service{
    .group = "apiregistration.k8s.io", .kind = "APIService", .assess = assess_api_service};

}  // namespace slipway::readiness::rules
