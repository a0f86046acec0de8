#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

/// Whether it allows a disruption now is no matter of readiness.
Readiness assess_budget(const Evidence&) { return ready("its controller has seen it"); }

}  // namespace

extern const Rule policy_pod_disruption_budget{
    .group = "policy",
    .kind = "PodDisruptionBudget",
    .observes_generation = true,
    .assess = assess_budget};

}  // namespace slipway::readiness::rules
