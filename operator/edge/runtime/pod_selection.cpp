#include "edge/runtime/pod_selection.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"

namespace slipway::runtime {
namespace {

using nlohmann::json;

/// Only ReplicationControllers have a selector that is the labels themselves.
const json* labels_of(const Object& workload) {
    if (workload.kind() == "ReplicationController") return workload.at("/spec/selector");
    return workload.at("/spec/selector/matchLabels");
}

bool has_labels(const Object& pod, const json& labels) {
    for (const auto& [key, value] : labels.items()) {
        if (!value.is_string() || pod.label(key) != value.get<std::string>()) return false;
    }
    return true;
}

/// metav1.LabelSelectorRequirement: a pod without the label is "NotIn" whatever the values.
bool holds(const json& expression, const Object& pod) {
    const auto label = pod.label(fields::text(expression, "key"));
    const std::string wanted = fields::text(expression, "operator");
    const auto values = fields::texts(expression, "values");
    const bool is_among = label && std::find(values.begin(), values.end(), *label) != values.end();
    if (wanted == "In") return is_among;
    if (wanted == "NotIn") return !is_among;
    if (wanted == "Exists") return label.has_value();
    return wanted == "DoesNotExist" && !label;
}

bool hold_all(const json& expressions, const Object& pod) {
    return std::all_of(expressions.begin(), expressions.end(), [&](const json& expression) {
        return holds(expression, pod);
    });
}

std::string revision_of(const Object& pod) {
    for (const auto* label : {"pod-template-hash", "controller-revision-hash"}) {
        if (const auto hash = pod.label(label)) return *hash;
    }
    return {};
}

}  // namespace

bool selects(const Object& workload, const Object& pod) {
    const json* labels = labels_of(workload);
    const json* expressions = workload.at("/spec/selector/matchExpressions");
    const bool has_any_label = labels != nullptr && labels->is_object() && !labels->empty();
    const bool has_any_expression =
        expressions != nullptr && expressions->is_array() && !expressions->empty();
    if (!has_any_label && !has_any_expression) return false;
    if (workload.in_namespace() != pod.in_namespace()) return false;
    return (!has_any_label || has_labels(pod, *labels)) &&
           (!has_any_expression || hold_all(*expressions, pod));
}

std::vector<Object> current_pods(const std::map<std::string, Object>& pods) {
    const Object* youngest = nullptr;
    for (const auto& [uid, pod] : pods) {
        const auto born = [](const Object& one) { return one.text("/metadata/creationTimestamp"); };
        if (youngest == nullptr || born(*youngest) < born(pod)) youngest = &pod;
    }
    std::vector<Object> current;
    for (const auto& [uid, pod] : pods) {
        if (revision_of(pod) == revision_of(*youngest)) current.push_back(pod);
    }
    return current;
}

}  // namespace slipway::runtime
