#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_controller(const Evidence& evidence) {
    return with_pods(assess_replicas(evidence.live), evidence, CrashLoops::Fail);
}

}  // namespace

extern const Rule core_replication_controller{
    .group = "",
    .kind = "ReplicationController",
    .observes_generation = true,
    .looks_at_pods = true,
    .assess = assess_controller};

}  // namespace slipway::readiness::rules
