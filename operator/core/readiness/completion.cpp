#include "core/readiness/completion.hpp"

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/readiness/containers.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness {
namespace {

/// With the exit of the pods' containers: "; Pod/migrate-x: container app: exit code 3: no such
/// table".
Readiness failed_with_exit(std::string why, const std::vector<Object>& pods) {
    for (const Object& pod : pods) {
        const auto exit = failed_exit(pod);
        if (!exit) continue;
        Readiness verdict = failed(why + "; " + pod.title() + ": " + exit->text);
        verdict.exit_code = exit->code;
        return verdict;
    }
    return failed(std::move(why));
}

Readiness completed() {
    Readiness verdict = ready("completed");
    verdict.exit_code = 0;
    return verdict;
}

}  // namespace

bool is_explained_by_pods(const Object& live) {
    if (!is_job(live.id())) return false;
    const auto broken = live.condition("Failed");
    return broken && broken->is_true();
}

std::optional<Readiness> job_outcome(const Evidence& evidence) {
    const Object& job = evidence.live;
    if (is_explained_by_pods(job)) {
        if (evidence.pods_follow) return progressing("has failed; its pods are asked why");
        return failed_with_exit("failed: " + explained(*job.condition("Failed")), evidence.pods);
    }
    if (const auto complete = job.condition("Complete"); complete && complete->is_true()) {
        return completed();
    }
    return std::nullopt;
}

std::optional<Readiness> pod_outcome(const Object& pod) {
    const std::string phase = pod.text("/status/phase");
    if (phase == "Succeeded") return completed();
    if (phase != "Failed") return std::nullopt;
    std::string why = "failed";
    for (const char* said : {"/status/reason", "/status/message"}) {
        const std::string text = shortened(pod.text(said), 200);
        if (!text.empty()) why += ": " + text;
    }
    const auto exit = failed_exit(pod);
    Readiness verdict = failed(exit ? why + "; " + exit->text : why);
    if (exit) verdict.exit_code = exit->code;
    return verdict;
}

}  // namespace slipway::readiness
