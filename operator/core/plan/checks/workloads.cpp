/// Workloads that the API server refuses, or that nobody waits for.
#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/json_fields.hpp"
#include "core/plan/check.hpp"
#include "core/plan/labels.hpp"

namespace slipway::plan::checks {
namespace {

using nlohmann::json;

/// nullptr where any of the keys is not there.
const json* below(const json* value, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        value = value == nullptr ? nullptr : fields::find(*value, key);
    return value;
}

void look_at_selector(
    const SourcedObject& sourced, const json& spec, std::vector<dialect::Finding>& findings
) {
    const json* selector = below(&spec, {"selector", "matchLabels"});
    if (selector == nullptr || !selector->is_object()) return;
    const std::string missing =
        missing_labels(*selector, below(&spec, {"template", "metadata", "labels"}));
    if (missing.empty()) return;
    findings.push_back(finding_about(
        dialect::rules::selector_misses_own_pods,
        sourced,
        format("its selector asks for {}, which the labels of its pod template lack", missing)
    ));
}

void look_at_pause(
    const SourcedObject& sourced, const json& spec, std::vector<dialect::Finding>& findings
) {
    if (sourced.object.kind() != "Deployment" || !fields::flag(spec, "paused")) return;
    findings.push_back(finding_about(
        dialect::rules::paused_workload, sourced, "spec.paused is true: it counts as ready at once"
    ));
}

void look_at(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) {
    if (sourced.object.group() != "apps") return;
    const json* spec = fields::find(sourced.object.document(), "spec");
    if (spec == nullptr) return;
    look_at_selector(sourced, *spec, findings);
    look_at_pause(sourced, *spec, findings);
}

}  // namespace

extern const Check workloads{.look_at = look_at};

}  // namespace slipway::plan::checks
