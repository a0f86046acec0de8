#include "edge/runtime/pod_selection.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::runtime {
namespace {

using nlohmann::json;

const json* unless_empty(const json* value) {
    return value == nullptr || value->empty() || !value->is_structured() ? nullptr : value;
}

/// Only ReplicationControllers have a selector that is the labels themselves.
const json* labels_of(const Object& workload) {
    if (workload.kind() == "ReplicationController")
        return unless_empty(workload.at("/spec/selector"));
    return unless_empty(workload.at("/spec/selector/matchLabels"));
}

const json* expressions_of(const Object& workload) {
    return unless_empty(workload.at("/spec/selector/matchExpressions"));
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

bool has_selector(const Object& workload) {
    return labels_of(workload) != nullptr || expressions_of(workload) != nullptr;
}

bool selects(const Object& workload, const Object& pod) {
    if (!has_selector(workload) || workload.in_namespace() != pod.in_namespace()) return false;
    const json* labels = labels_of(workload);
    const json* expressions = expressions_of(workload);
    return (labels == nullptr || has_labels(pod, *labels)) &&
           (expressions == nullptr || hold_all(*expressions, pod));
}

Object reduced(const Object& pod) {
    const json& whole = pod.document();
    json document{{"apiVersion", pod.api_version()}, {"kind", pod.kind()}};
    for (const char* key :
         {"name", "namespace", "uid", "labels", "creationTimestamp", "deletionTimestamp"}) {
        const json* kept = fields::find(whole.at("metadata"), key);
        if (kept != nullptr) document["metadata"][key] = *kept;
    }
    if (const json* status = fields::find(whole, "status")) document["status"] = *status;
    return Object::from_json(std::move(document)).value();
}

std::string label_selector(const Object& workload) {
    const json* labels = labels_of(workload);
    if (labels == nullptr) return {};
    std::vector<std::string> terms;
    for (const auto& [key, value] : labels->items()) {
        if (value.is_string()) terms.push_back(key + "=" + value.get<std::string>());
    }
    return join(terms, ",");
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
