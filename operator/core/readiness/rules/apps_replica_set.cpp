#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_controller(const Evidence& evidence) {
    return with_pods(assess_replicas(evidence.live), evidence, CrashLoops::Fail);
}

}  // namespace

extern const Rule apps_replica_set{
    .group = "apps",
    .kind = "ReplicaSet",
    .observes_generation = true,
    .looks_at_pods = true,
    .assess = assess_controller};

}  // namespace slipway::readiness::rules
