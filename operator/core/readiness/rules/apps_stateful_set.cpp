#include "core/base/text.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

/// Whether every pod that is to have the new revision has it; pods below the partition keep theirs.
std::optional<Readiness> not_updated(const Object& live, std::int64_t wanted) {
    const std::int64_t updated = counted(live, "/status/updatedReplicas");
    const auto partition = live.integer("/spec/updateStrategy/rollingUpdate/partition", 0);
    if (partition > 0) return short_of(updated, wanted - partition, "updated");
    const std::string target = live.text("/status/updateRevision");
    if (target.empty() || target == live.text("/status/currentRevision")) return std::nullopt;
    return progressing(format("{}/{} replicas updated", updated, wanted));
}

Readiness rollout(const Object& live) {
    const std::int64_t wanted = wanted_replicas(live);
    const std::int64_t existing = counted(live, "/status/replicas");
    const std::int64_t running = counted(live, "/status/readyReplicas");
    if (auto few = short_of(existing, wanted, "created")) return *few;
    if (auto few = short_of(running, wanted, "ready")) return *few;
    if (live.integer("/spec/minReadySeconds", 0) > 0) {
        auto few = short_of(counted(live, "/status/availableReplicas"), wanted, "available");
        if (few) return *few;
    }
    if (existing > wanted) {
        return progressing(format("{} replicas exist where {} are wanted", existing, wanted));
    }
    if (auto few = not_updated(live, wanted)) return *few;
    return ready(format("{}/{} replicas ready", running, wanted));
}

Readiness assess_stateful_set(const Evidence& evidence) {
    const Object& live = evidence.live;
    Readiness verdict = rollout(live);
    // Its pods change only when somebody deletes them (and may need a hand to become ready, as with
    // a sealed vault): waiting would wait for a person. So do kstatus and Helm.
    if (live.text("/spec/updateStrategy/type") == "OnDelete" && verdict.state != State::Ready) {
        return ready(verdict.why + "; not waited for, its update strategy is OnDelete");
    }
    return with_pods(std::move(verdict), evidence, CrashLoops::Fail);
}

}  // namespace

extern const Rule apps_stateful_set{
    .group = "apps",
    .kind = "StatefulSet",
    .observes_generation = true,
    .looks_at_pods = true,
    .assess = assess_stateful_set};

}  // namespace slipway::readiness::rules
