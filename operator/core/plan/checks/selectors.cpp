/// Selectors that match no pod: of workloads, which the API server refuses, and of Services.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

using nlohmann::json;

bool is_mapping(const json* value) { return value != nullptr && value->is_object(); }

/// What `labels` lacks of `selector`: "app=web"; "" where it has all of it.
std::string missing_in(const json& selector, const json* labels) {
    std::vector<std::string> missing;
    for (const auto& [key, value] : selector.items()) {
        const bool has = is_mapping(labels) && labels->contains(key) && (*labels)[key] == value;
        if (!has)
            missing.push_back(key + "=" + (value.is_string() ? value.get<std::string>() : ""));
    }
    return join(missing, ",");
}

const json* pod_labels(const Object& object) {
    if (is_pod(object.id())) return object.at("/metadata/labels");
    const std::string pod_template(pod_template_of(object.id().group_kind()));
    return pod_template.empty() ? nullptr : object.at((pod_template + "/metadata/labels").c_str());
}

void look_at_workload(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) {
    const Object& object = sourced.object;
    if (object.group() != "apps") return;
    const json* selector = object.at("/spec/selector/matchLabels");
    if (!is_mapping(selector)) return;
    const std::string missing = missing_in(*selector, pod_labels(object));
    if (missing.empty()) return;
    findings.push_back(finding_about(
        dialect::rules::selector_misses_own_pods,
        sourced,
        format("its selector asks for {}, which the labels of its pod template lack", missing)
    ));
}

bool is_service(const Object& object) {
    return object.group().empty() && object.kind() == "Service";
}

/// Where custom resources are, their controllers may run pods with any labels; and the pods of a
/// namespace in which the release runs none are somebody else's.
bool runs_all_pods_of(const Checkup& checkup, std::string_view in_namespace) {
    bool runs_some = false;
    for (const SourcedObject& sourced : checkup.content.objects) {
        const Object& object = sourced.object;
        if (object.in_namespace() != in_namespace) continue;
        if (KindCatalog::built_in().find(object.id().group_kind()) == nullptr) return false;
        runs_some = runs_some || pod_labels(object) != nullptr;
    }
    return runs_some;
}

bool selects_any(const Checkup& checkup, const Object& service, const json& selector) {
    return std::ranges::any_of(checkup.content.objects, [&](const SourcedObject& other) {
        const json* labels = pod_labels(other.object);
        return labels != nullptr && other.object.in_namespace() == service.in_namespace() &&
               missing_in(selector, labels).empty();
    });
}

void look_at_service(
    const Checkup& checkup, const SourcedObject& sourced, std::vector<dialect::Finding>& findings
) {
    const json* selector = sourced.object.at("/spec/selector");
    if (!is_mapping(selector) || selector->empty()) return;
    if (selects_any(checkup, sourced.object, *selector)) return;
    if (!runs_all_pods_of(checkup, sourced.object.in_namespace())) return;
    findings.push_back(finding_about(
        dialect::rules::service_selects_nothing_here,
        sourced,
        format(
            "its selector {} matches no pod template of the release", missing_in(*selector, nullptr)
        )
    ));
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    for (const SourcedObject& sourced : checkup.content.objects) {
        look_at_workload(sourced, findings);
        if (is_service(sourced.object)) look_at_service(checkup, sourced, findings);
    }
}

}  // namespace

extern const Check selectors{.look = look};

}  // namespace slipway::plan::checks
