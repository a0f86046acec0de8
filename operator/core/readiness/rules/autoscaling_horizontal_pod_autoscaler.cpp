#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_autoscaler(const Evidence& evidence) {
    const Object& live = evidence.live;
    if (live.conditions().empty()) return progressing("its controller has not looked at it yet");
    if (const auto able = live.condition("AbleToScale"); able && !able->is_true()) {
        return progressing("cannot scale: " + explained(*able));
    }
    const auto active = live.condition("ScalingActive");
    if (!active || active->is_true()) return ready("is able to scale");
    // Its target has 0 replicas, which is how one switches an autoscaler off.
    if (active->reason == "ScalingDisabled") return ready("is switched off: " + explained(*active));
    return progressing("does not scale: " + explained(*active));
}

}  // namespace

extern const Rule autoscaling_horizontal_pod_autoscaler{
    .group = "autoscaling", .kind = "HorizontalPodAutoscaler", .assess = assess_autoscaler};

}  // namespace slipway::readiness::rules
