#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_claim(const Evidence& evidence) {
    const std::string phase = evidence.live.text("/status/phase");
    if (phase == "Bound") return ready("is bound");
    if (phase == "Lost") return failed("lost its volume; restore it, or delete the claim");
    // Such a claim binds when a pod uses it, and that pod may come later in the plan.
    if (evidence.volume_binding_mode == "WaitForFirstConsumer") {
        return ready("binds when its first pod comes (WaitForFirstConsumer)");
    }
    return progressing(phase.empty() ? "is not bound yet" : "is " + phase + ", not bound yet");
}

}  // namespace

extern const Rule core_persistent_volume_claim{
    .group = "", .kind = "PersistentVolumeClaim", .assess = assess_claim};

}  // namespace slipway::readiness::rules
