/// Why Slipway does otherwise than Helm, where it does; docs/ordering.md has each under its name.
#include <algorithm>
#include <array>

#include "conformance/difference.hpp"

namespace slipway::conformance {
namespace {

using Sort = Difference::Sort;

constexpr std::string_view definitions = "customresourcedefinitions.apiextensions.k8s.io";
constexpr std::string_view webhook_group = ".admissionregistration.k8s.io";

bool is_order_of_deletions(const Difference& one) {
    return one.sort == Sort::Order && one.first.deletes && one.second.deletes &&
           !one.first.of_hook && !one.second.of_hook;
}

bool is_order_of_removals(const Difference& one) {
    return is_order_of_deletions(one) && one.operation != "uninstall";
}

/// A custom resource, to Helm: its group has a dot and is not Kubernetes' own.
bool is_custom(const Act& act) {
    const auto dot = act.type.find('.');
    if (dot == act.type.npos) return false;
    const std::string_view group = std::string_view(act.type).substr(dot + 1);
    return group.find('.') != group.npos && !group.ends_with(".k8s.io");
}

bool is_webhook(const Act& act) { return act.type.ends_with(webhook_group); }

bool goes_as_unknown_kind(const Difference& one) {
    return is_order_of_deletions(one) && is_custom(one.second);
}

bool goes_as_webhook(const Difference& one) {
    return one.helm == Tool::Helm3 && one.sort == Sort::Order &&
           (is_webhook(one.first) || is_webhook(one.second));
}

bool goes_as_service(const Difference& one) {
    return is_order_of_deletions(one) && one.first.type == "services";
}

bool is_definition_of_the_chart(const Difference& one) {
    return one.sort == Sort::Order && !one.first.deletes && !one.second.deletes &&
           one.first.type == definitions;
}

bool takes_others_along(const Difference& one) {
    constexpr std::array<std::string_view, 3> kept{
        definitions, "persistentvolumeclaims", "namespaces"};
    return one.sort == Sort::OnlyHelm && one.first.deletes &&
           std::ranges::find(kept, one.first.type) != kept.end();
}

/// Of a hook that failed, what else its event made: later, or with the deletion.
bool may_be_needed_by_a_retry(const Difference& one) {
    const bool runs = one.first.type == "jobs.batch" || one.first.type == "pods";
    if (!one.first.deletes || !one.first.of_hook || runs) return false;
    return one.operation == "failure"
               ? one.sort == Sort::OnlyHelm
               : one.sort == Sort::OnlySlipway && one.operation == "uninstall";
}

bool was_refused_by_helm(const Difference& one) { return one.helm_had_refused; }

constexpr std::array all{
    Reason{"Helm refuses what Slipway carries out", was_refused_by_helm},
    Reason{"Removed objects go backwards", is_order_of_removals},
    Reason{"Kinds unknown to Helm go first", goes_as_unknown_kind},
    Reason{"Webhook configurations as in Helm 4", goes_as_webhook},
    Reason{"Services go where they came", goes_as_service},
    Reason{"Definitions of crds/ come in their turn", is_definition_of_the_chart},
    Reason{"What takes others along stays", takes_others_along},
    Reason{"What a retry may need stays until it is over", may_be_needed_by_a_retry},
};

}  // namespace

std::span<const Reason> reasons() { return all; }

}  // namespace slipway::conformance
