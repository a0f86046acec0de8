#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_namespace(const Evidence& evidence) {
    const std::string phase = evidence.live.text("/status/phase");
    if (phase == "Active") return ready("is Active");
    return progressing(phase.empty() ? "is not Active yet" : "is " + phase + ", not Active");
}

}  // namespace

extern const Rule core_namespace{.group = "", .kind = "Namespace", .assess = assess_namespace};

}  // namespace slipway::readiness::rules
