#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_volume(const Evidence& evidence) {
    const Object& volume = evidence.live;
    const std::string phase = volume.text("/status/phase");
    if (phase == "Failed") return failed("failed: " + volume.text("/status/message"));
    if (phase.empty() || phase == "Pending") return progressing("is not available yet");
    return ready("is " + phase);
}

}  // namespace

extern const Rule core_persistent_volume{
    .group = "", .kind = "PersistentVolume", .assess = assess_volume};

}  // namespace slipway::readiness::rules
