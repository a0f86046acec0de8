#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

/// Many ingress controllers never write an address: waiting for one would wait for ever.
Readiness assess_ingress(const Evidence&) { return ready("stored; its address is not waited for"); }

}  // namespace

extern const Rule networking_ingress{
    .group = "networking.k8s.io", .kind = "Ingress", .assess = assess_ingress};

}  // namespace slipway::readiness::rules
