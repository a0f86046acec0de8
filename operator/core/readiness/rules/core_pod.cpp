#include "core/readiness/completion.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_pod(const Evidence& evidence) {
    const Object& pod = evidence.live;
    if (auto outcome = pod_outcome(pod)) return *outcome;
    const auto condition = pod.condition("Ready");
    if (condition && condition->is_true()) return ready("is running and ready");
    const std::string phase = pod.text("/status/phase");
    Readiness verdict =
        progressing(phase.empty() ? "has not started yet" : "is " + phase + ", not ready");
    const auto trouble = trouble_of(pod, evidence, CrashLoops::Fail);
    return trouble ? with_trouble(std::move(verdict), *trouble, "") : verdict;
}

}  // namespace

extern const Rule core_pod{
    .group = "", .kind = "Pod", .runs_to_completion = true, .assess = assess_pod};

}  // namespace slipway::readiness::rules
