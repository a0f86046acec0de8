#include "core/readiness/readiness.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/text.hpp"
#include "core/readiness/rules.gen.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness {
namespace {

const Rule* rule_for(std::string_view group, std::string_view kind) {
    const auto* const found =
        std::find_if(std::begin(rules::all), std::end(rules::all), [&](const Rule* rule) {
            return rule->group == group && rule->kind == kind;
        });
    return found == std::end(rules::all) ? nullptr : *found;
}

/// Nothing that a status says counts before its controller has seen the latest change.
std::optional<Readiness> not_observed(const Object& live, const Rule* rule) {
    if (!live.has("/status/observedGeneration")) {
        if (rule == nullptr || !rule->observes_generation) return std::nullopt;
        return progressing("its controller has not looked at it yet");
    }
    const std::int64_t observed = live.integer("/status/observedGeneration", 0);
    if (observed >= live.generation()) return std::nullopt;
    return progressing(format(
        "its controller has not looked at the latest change yet (generation {}, seen {})",
        live.generation(),
        observed
    ));
}

bool is_outdated(const Condition& condition, const Object& live) {
    return condition.observed_generation != 0 && condition.observed_generation < live.generation();
}

/// kstatus' flags, which any kind may carry; the first of them in the list decides.
std::optional<Readiness> flagged(const Object& live) {
    for (const Condition& condition : live.conditions()) {
        if (!condition.is_true() || is_outdated(condition, live)) continue;
        if (condition.type == "Reconciling")
            return progressing("reconciling: " + explained(condition));
        if (condition.type == "Stalled") return failed("stalled: " + explained(condition));
    }
    return std::nullopt;
}

Readiness by_ready_condition(const Object& live) {
    const auto condition = live.condition("Ready");
    if (!condition) return ready("stored");
    if (is_outdated(*condition, live)) {
        return progressing("its Ready condition is of an earlier generation");
    }
    if (condition->is_true()) return ready("Ready is True");
    std::string why = "Ready is " + condition->status;
    const bool has_more = !condition->reason.empty() || !condition->message.empty();
    return progressing(has_more ? why + ": " + explained(*condition) : why);
}

}  // namespace

// The order of the questions is kstatus' (sigs.k8s.io/cli-utils, pkg/kstatus/status).
Readiness assess(const Evidence& evidence) {
    const Object& live = evidence.live;
    if (live.is_terminating()) return progressing("is being deleted");
    const Rule* rule = rule_for(live.group(), live.kind());
    if (const auto verdict = not_observed(live, rule)) return *verdict;
    if (const auto verdict = flagged(live)) return *verdict;
    return rule != nullptr ? rule->assess(evidence) : by_ready_condition(live);
}

bool runs_to_completion(const ObjectId& id) {
    const Rule* rule = rule_for(id.group, id.kind);
    return rule != nullptr && rule->runs_to_completion;
}

bool looks_at_pods(const ObjectId& id) {
    const Rule* rule = rule_for(id.group, id.kind);
    return rule != nullptr && rule->looks_at_pods;
}

}  // namespace slipway::readiness
