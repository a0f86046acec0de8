#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

/// A load balancer is of use once it has an address (Helm's rule; kstatus is content with less).
/// The API server stores no empty lists here.
Readiness assess_service(const Evidence& evidence) {
    const Object& service = evidence.live;
    if (service.text("/spec/type") != "LoadBalancer") return ready("stored");
    if (service.has("/status/loadBalancer/ingress")) return ready("has its address");
    if (service.has("/spec/externalIPs")) return ready("has its external address");
    return progressing("its load balancer has no address yet");
}

}  // namespace

extern const Rule core_service{.group = "", .kind = "Service", .assess = assess_service};

}  // namespace slipway::readiness::rules
