#include "core/model/built_in_objects.hpp"
#include "core/readiness/completion.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/readiness.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness {
namespace {

/// Ready is not enough for a hook's Pod: Helm waits until it Succeeded.
Readiness assess_hook_pod(const Evidence& evidence) {
    const Object& pod = evidence.live;
    if (pod.is_terminating()) return progressing("is being deleted");
    const std::string phase = pod.text("/status/phase");
    Readiness verdict = progressing(phase.empty() ? "has not started yet" : "is " + phase);
    const std::string policy = pod.text("/spec/restartPolicy");
    if (policy.empty() || policy == "Always") {
        verdict.why =
            verdict.why +
            ", and will not end by itself: a hook's Pod must end, and its restartPolicy is Always; "
            "set it to Never, or use a Job";
    }
    const auto trouble = trouble_of(pod, evidence, CrashLoops::Fail);
    return trouble ? with_trouble(std::move(verdict), *trouble, "") : verdict;
}

}  // namespace

// Helm's pkg/kube/statuswait.go and, before it, Helm 3's WatchUntilReady. An outcome that is known
// counts also while the object is being deleted: nobody must run the hook again to learn it.
Readiness assess_hook(const Evidence& evidence) {
    const Object& live = evidence.live;
    if (is_job(live.id())) return job_outcome(evidence).value_or(assess(evidence));
    if (is_pod(live.id())) return pod_outcome(live).value_or(assess_hook_pod(evidence));
    if (is_definition(live.id())) return assess(evidence);
    return ready("stored");
}

}  // namespace slipway::readiness
