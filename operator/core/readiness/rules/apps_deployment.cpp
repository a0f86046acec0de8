#include "core/base/text.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

/// The first thing that is short, in the order in which a rollout brings them.
std::optional<Readiness> incomplete(const Object& live) {
    const std::int64_t wanted = wanted_replicas(live);
    const std::int64_t existing = counted(live, "/status/replicas");
    if (auto few = short_of(existing, wanted, "created")) return few;
    if (auto few = short_of(counted(live, "/status/updatedReplicas"), wanted, "updated")) {
        return few;
    }
    if (auto few = short_of(counted(live, "/status/readyReplicas"), wanted, "ready")) return few;
    if (auto few = short_of(counted(live, "/status/availableReplicas"), wanted, "available")) {
        return few;
    }
    if (existing <= wanted) return std::nullopt;
    return progressing(format(
        "{} replicas exist where {} are wanted; earlier ones are still ending", existing, wanted
    ));
}

Readiness rollout(const Object& live) {
    if (auto few = incomplete(live)) {
        const auto failure = live.condition("ReplicaFailure");
        if (failure && failure->is_true())
            return progressing(few->why + "; " + explained(*failure));
        return *few;
    }
    if (const auto available = live.condition("Available"); available && !available->is_true()) {
        return progressing(explained(*available));
    }
    const std::int64_t wanted = wanted_replicas(live);
    return ready(format("{}/{} replicas ready", counted(live, "/status/readyReplicas"), wanted));
}

Readiness assess_deployment(const Evidence& evidence) {
    const Object& live = evidence.live;
    // Its controller does nothing while it is paused; Helm does not wait for it either.
    if (live.boolean("/spec/paused", false)) return ready("is paused; its pods are not waited for");
    Readiness verdict = rollout(live);
    const auto progress = live.condition("Progressing");
    if (verdict.state == State::Progressing && progress &&
        progress->reason == "ProgressDeadlineExceeded") {
        verdict = failed(verdict.why + "; " + explained(*progress));
    }
    return with_pods(std::move(verdict), evidence, CrashLoops::Fail);
}

}  // namespace

extern const Rule apps_deployment{
    .group = "apps",
    .kind = "Deployment",
    .observes_generation = true,
    .looks_at_pods = true,
    .assess = assess_deployment};

}  // namespace slipway::readiness::rules
