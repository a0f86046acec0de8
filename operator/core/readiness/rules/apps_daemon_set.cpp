#include "core/base/text.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness rollout(const Object& live) {
    if (!live.has("/status/desiredNumberScheduled")) return progressing("no pods are counted yet");
    const std::int64_t wanted = counted(live, "/status/desiredNumberScheduled");
    if (wanted == 0) return ready("no node wants its pods");
    const std::int64_t running = counted(live, "/status/numberReady");
    if (const auto few =
            short_of(counted(live, "/status/currentNumberScheduled"), wanted, "created")) {
        return *few;
    }
    const bool on_delete = live.text("/spec/updateStrategy/type") == "OnDelete";
    const std::int64_t updated = counted(live, "/status/updatedNumberScheduled");
    if (auto few = short_of(updated, wanted, "updated"); few && !on_delete) return *few;
    if (auto few = short_of(running, wanted, "ready")) return *few;
    if (auto few = short_of(counted(live, "/status/numberAvailable"), wanted, "available")) {
        return *few;
    }
    return ready(format("{}/{} replicas ready", running, wanted));
}

Readiness assess_daemon_set(const Evidence& evidence) {
    return with_pods(rollout(evidence.live), evidence, CrashLoops::Fail);
}

}  // namespace

extern const Rule apps_daemon_set{
    .group = "apps",
    .kind = "DaemonSet",
    .observes_generation = true,
    .looks_at_pods = true,
    .assess = assess_daemon_set};

}  // namespace slipway::readiness::rules
