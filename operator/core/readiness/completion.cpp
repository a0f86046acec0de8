#include "core/readiness/completion.hpp"

#include "core/base/text.hpp"
#include "core/readiness/containers.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness {
namespace {

/// The exit of the pods' containers: "; Pod/migrate-x: container app: exit code 3: no such table".
std::string exits(const Evidence& evidence) {
    for (const Object& pod : evidence.pods) {
        if (const auto exit = failed_exit(pod)) return "; " + pod.title() + ": " + *exit;
    }
    return "";
}

}  // namespace

std::optional<Readiness> job_outcome(const Evidence& evidence) {
    const Object& job = evidence.live;
    if (const auto broken = job.condition("Failed"); broken && broken->is_true()) {
        return failed("failed: " + explained(*broken) + exits(evidence));
    }
    if (const auto complete = job.condition("Complete"); complete && complete->is_true()) {
        return ready("completed");
    }
    return std::nullopt;
}

std::optional<Readiness> pod_outcome(const Object& pod) {
    const std::string phase = pod.text("/status/phase");
    if (phase == "Succeeded") return ready("completed");
    if (phase != "Failed") return std::nullopt;
    std::string why = "failed";
    for (const char* said : {"/status/reason", "/status/message"}) {
        const std::string text = shortened(pod.text(said), 200);
        if (!text.empty()) why += ": " + text;
    }
    if (const auto exit = failed_exit(pod)) why += "; " + *exit;
    return failed(why);
}

}  // namespace slipway::readiness
