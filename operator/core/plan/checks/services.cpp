/// Services whose selector matches no pod of the release.
#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"
#include "core/plan/labels.hpp"

namespace slipway::plan::checks {
namespace {

using nlohmann::json;

const json* pod_labels(const Object& object) {
    if (is_pod(object.id())) return object.at("/metadata/labels");
    const std::string pod_template(pod_template_of(object.id().group_kind()));
    return pod_template.empty() ? nullptr : object.at((pod_template + "/metadata/labels").c_str());
}

/// The pods of one namespace.
struct Pods {
    std::vector<const json*> labels{};
    /// Where custom resources are, their controllers may run pods with any labels.
    bool others_may_run_some = false;
};

std::map<Interned, Pods> pods_of(const Content& content) {
    std::map<Interned, Pods> all;
    for (const SourcedObject& sourced : content.objects) {
        const ObjectId& id = sourced.object.id();
        Pods& pods = all[id.in_namespace];
        if (const json* labels = pod_labels(sourced.object)) pods.labels.push_back(labels);
        const bool is_custom = KindCatalog::built_in().find(id.group_kind()) == nullptr;
        pods.others_may_run_some = pods.others_may_run_some || is_custom;
    }
    return all;
}

std::vector<const SourcedObject*> services_of(const Content& content) {
    std::vector<const SourcedObject*> services;
    for (const SourcedObject& sourced : content.objects) {
        const Object& object = sourced.object;
        if (object.kind() == "Service" && object.group().empty()) services.push_back(&sourced);
    }
    return services;
}

/// The pods of a namespace in which the release runs none are somebody else's.
bool selects_nothing(const json& selector, const Pods& pods) {
    return !pods.labels.empty() && !pods.others_may_run_some &&
           std::ranges::none_of(pods.labels, [&](const json* labels) {
               return missing_labels(selector, labels).empty();
           });
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    // What is for information alone may not hold up a release of thousands of both.
    constexpr std::size_t most_comparisons = 100'000;
    const auto services = services_of(checkup.content);
    if (services.empty() || services.size() * checkup.content.objects.size() > most_comparisons)
        return;
    const auto pods = pods_of(checkup.content);
    for (const SourcedObject* service : services) {
        const json* selector = service->object.at("/spec/selector");
        if (selector == nullptr || !selector->is_object() || selector->empty()) continue;
        if (!selects_nothing(*selector, pods.at(service->object.id().in_namespace))) continue;
        findings.push_back(finding_about(
            dialect::rules::service_selects_nothing_here,
            *service,
            format(
                "its selector {} matches no pod template of the release",
                missing_labels(*selector, nullptr)
            )
        ));
    }
}

}  // namespace

extern const Check services{.look = look};

}  // namespace slipway::plan::checks
