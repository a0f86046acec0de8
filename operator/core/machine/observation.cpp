#include "core/machine/observation.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/model/release.hpp"

namespace slipway::machine {
namespace {

std::vector<std::string> finalizers_of(const Object& live) {
    std::vector<std::string> finalizers;
    const auto* list = live.at("/metadata/finalizers");
    if (list == nullptr || !list->is_array()) return finalizers;
    for (const auto& finalizer : *list) {
        if (finalizer.is_string()) finalizers.push_back(finalizer.get<std::string>());
    }
    return finalizers;
}

/// However silently: a migration may print nothing for an hour.
bool works(const Object& live) {
    if (is_job(live.id())) return live.integer("/status/ready", 0) > 0;
    return is_pod(live.id()) && live.text("/status/phase") == "Running";
}

std::optional<int> replicas_of(const Object& live) {
    const auto* replicas = live.at("/spec/replicas");
    if (replicas == nullptr || !replicas->is_number_integer()) return std::nullopt;
    return replicas->get<int>();
}

std::string slash(const std::optional<std::string>& space, const std::optional<std::string>& name) {
    return space ? *space + "/" + name.value_or("") : name.value_or("");
}

}  // namespace

Owner owner_of(const Object& live) {
    if (live.label("app.kubernetes.io/managed-by") == "Helm" &&
        live.annotation("meta.helm.sh/release-name")) {
        const auto name = live.annotation("meta.helm.sh/release-name");
        return {"Helm release " + slash(live.annotation("meta.helm.sh/release-namespace"), name)};
    }
    if (const auto tracking = live.annotation("argocd.argoproj.io/tracking-id")) {
        return {"Argo CD application " + tracking->substr(0, tracking->find(':'))};
    }
    for (const auto* flux : {"kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io"}) {
        const std::string prefix = flux;
        const auto name = live.label(prefix + "/name");
        if (name) return {"Flux " + prefix + " " + slash(live.label(prefix + "/namespace"), name)};
    }
    return {};
}

Observation observe(const readiness::Evidence& evidence, const Expected& expected) {
    const Object& live = evidence.live;
    Observation seen{
        .presence = Presence::Present,
        .works = works(live),
        .terminating = live.is_terminating(),
        .uid = live.uid(),
        .resource_version = live.resource_version(),
        .digest = live.annotation(digest_annotation).value_or(""),
        .release = live.annotation(release_annotation).value_or(""),
        .release_uid = live.label(uid_label).value_or(""),
        .run = live.annotation(run_annotation).value_or(""),
        .owner = owner_of(live),
        .ttl = ttl_of(live),
        .replicas = replicas_of(live),
        .finalizers = join(finalizers_of(live), ", "),
        .verdict = readiness::assess(evidence),
        .completion = readiness::assess_hook(evidence),
        .requirements = condition::check_all(expected.wait_for, live),
    };
    for (const condition::Requirement& failure : expected.fail_when) {
        if (!condition::check(failure, live).holds) continue;
        seen.verdict = {
            readiness::State::Failed, format("slipway.dev/fail-when: {} holds", failure.text), {}};
        seen.completion = seen.verdict;
    }
    return seen;
}

const Observation* known(const Observations& live, const ObjectId& id) {
    const auto seen = live.find(id);
    const bool is_known = seen != live.end() && seen->second.presence != Presence::Unknown;
    return is_known ? &seen->second : nullptr;
}

Observation absent() { return {.presence = Presence::Absent}; }

}  // namespace slipway::machine
