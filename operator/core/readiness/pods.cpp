#include "core/readiness/pods.hpp"

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/readiness/containers.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness {
namespace {

bool is_image_error(std::string_view reason) {
    constexpr std::array reasons{
        "ErrImagePull",
        "ImagePullBackOff",
        "InvalidImageName",
        "ErrImageNeverPull",
        "ImageInspectError",
        "RegistryUnavailable",
        "SignatureValidationFailed"};
    return std::find(reasons.begin(), reasons.end(), reason) != reasons.end();
}

/// What a container waits for in the ordinary course of things.
bool is_start(std::string_view reason) {
    return reason.empty() || reason == "ContainerCreating" || reason == "PodInitializing";
}

std::string waits(const Container& container) {
    const std::string text = container.title() + " waits: " + container.waiting_reason;
    return container.waiting_message.empty() ? text : text + " (" + container.waiting_message + ")";
}

std::optional<Time> start_of(const Object& pod) {
    if (const auto start = parse_time(pod.text("/status/startTime"))) return *start;
    const auto scheduled = pod.condition("PodScheduled");
    if (!scheduled) return std::nullopt;
    const auto since = parse_time(scheduled->last_transition_time);
    return since ? std::optional(*since) : std::nullopt;
}

/// When something last happened to a container: it ended, or its image had been pulled.
std::optional<Time> last_change(const Container& container) {
    std::optional<Time> last = container.running_since;
    for (const auto& exit : {container.exit, container.last_exit}) {
        if (exit && exit->at) last = std::max(last.value_or(*exit->at), *exit->at);
    }
    return last;
}

/// Since when nothing but a pull can be under way. The kubelet pulls one image after the other,
/// those of the main containers after the last init container ended, and again before each restart;
/// when a pull began it does not say.
std::optional<Time> pull_start(const Object& pod, const std::vector<Container>& containers) {
    std::optional<Time> start = start_of(pod);
    if (!start) return start;
    for (const Container& container : containers)
        start = std::max(*start, last_change(container).value_or(*start));
    return start;
}

Trouble no_image(const Container& container, std::optional<Time> since, const Evidence& evidence) {
    Trouble trouble{.why = waits(container), .severity = Severity::NoImage};
    if (!since) return trouble;
    const Time end = *since + evidence.patience.image_pull;
    trouble.is_final = evidence.now >= end;
    if (!trouble.is_final) trouble.final_at = end;
    return trouble;
}

Trouble crashing(const Container& container, int restarts, CrashLoops crash_loops) {
    std::string why = format(
        "{} waits: CrashLoopBackOff after {} restarts", container.title(), container.restarts
    );
    if (container.last_exit) why += ", last " + container.last_exit->text();
    const bool enough = container.restarts >= restarts;
    return {std::move(why), Severity::Crashing, enough && crash_loops == CrashLoops::Fail};
}

std::optional<Trouble> container_trouble(
    const Container& container,
    std::optional<Time> since,
    const Evidence& evidence,
    CrashLoops crash_loops
) {
    if (is_image_error(container.waiting_reason)) return no_image(container, since, evidence);
    if (container.waiting_reason == "CrashLoopBackOff")
        return crashing(container, evidence.patience.crash_loop_restarts, crash_loops);
    if (!is_start(container.waiting_reason))
        return Trouble{waits(container), Severity::CannotStart};
    if (container.exit && container.exit->code != 0) {
        return Trouble{container.title() + ": " + container.exit->text(), Severity::Ended};
    }
    if (container.init || container.ready || !container.running) return std::nullopt;
    if (container.last_exit && container.last_exit->code != 0) {
        return Trouble{
            container.title() + " restarted after " + container.last_exit->text(), Severity::Ended};
    }
    return Trouble{container.title() + " runs, but is not ready", Severity::NotReady};
}

std::optional<Trouble> pod_trouble(const Object& pod) {
    if (const auto scheduled = pod.condition("PodScheduled");
        scheduled && scheduled->status == "False") {
        return Trouble{"not scheduled: " + explained(*scheduled), Severity::NotScheduled};
    }
    if (pod.text("/status/phase") != "Failed") return std::nullopt;
    const std::string reason = pod.text("/status/reason");
    const std::string message = shortened(pod.text("/status/message"), 200);
    return Trouble{
        "failed: " + join({reason, message}, reason.empty() ? "" : " "), Severity::Ended};
}

bool is_worse(const Trouble& left, const std::optional<Trouble>& right) {
    if (!right) return true;
    return std::pair(left.is_final, left.severity) > std::pair(right->is_final, right->severity);
}

}  // namespace

std::optional<Trouble> trouble_of(
    const Object& pod, const Evidence& evidence, CrashLoops crash_loops
) {
    const auto containers = containers_of(pod);
    const auto since = pull_start(pod, containers);
    std::optional<Trouble> worst;
    for (const Container& container : containers) {
        const auto trouble = container_trouble(container, since, evidence, crash_loops);
        if (trouble && is_worse(*trouble, worst)) worst = trouble;
    }
    const auto of_pod = pod_trouble(pod);
    if (of_pod && is_worse(*of_pod, worst)) worst = of_pod;
    return worst;
}

Readiness with_trouble(Readiness verdict, const Trouble& trouble, const std::string& whose) {
    verdict.why = verdict.why + "; " + whose + trouble.why;
    if (trouble.is_final) verdict.state = State::Failed;
    if (trouble.final_at && verdict.state == State::Progressing)
        verdict.look_again = trouble.final_at;
    return verdict;
}

Readiness with_pods(Readiness verdict, const Evidence& evidence, CrashLoops crash_loops) {
    if (verdict.state == State::Ready) return verdict;
    std::optional<Trouble> worst;
    std::optional<Time> next;
    std::string whose;
    for (const Object& pod : evidence.pods) {
        if (pod.is_terminating()) continue;
        const auto trouble = trouble_of(pod, evidence, crash_loops);
        if (!trouble) continue;
        if (trouble->final_at)
            next = std::min(next.value_or(*trouble->final_at), *trouble->final_at);
        if (!is_worse(*trouble, worst)) continue;
        worst = trouble;
        whose = pod.title() + ": ";
    }
    if (!worst && evidence.pods_hidden)
        verdict.why =
            verdict.why + "; neither Slipway nor the release's account may watch its pods";
    if (!worst) return verdict;
    worst->final_at = next;
    return with_trouble(std::move(verdict), *worst, whose);
}

}  // namespace slipway::readiness
