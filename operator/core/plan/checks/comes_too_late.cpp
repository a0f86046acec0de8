/// What pods cannot start without, and the release itself brings only later: they would wait for
/// ever.
#include <algorithm>
#include <map>
#include <optional>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/pod_references.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

/// In which stage each object of the release comes first.
using Arrivals = std::map<ObjectId, std::size_t>;

bool may_be_needed(const ObjectId& id) {
    return id.group.empty() && (id.kind == "ConfigMap" || id.kind == "Secret" ||
                                id.kind == "ServiceAccount" || id.kind == "PersistentVolumeClaim");
}

Arrivals arrivals_of(const Plan& plan) {
    Arrivals arrivals;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        for (const Unit& unit : plan.stages[stage].units) {
            if (unit.body && may_be_needed(unit.id)) arrivals.emplace(unit.id, stage);
        }
    }
    return arrivals;
}

/// What stands in it or behind it waits for nothing that comes later.
std::size_t last_arrival(const Arrivals& arrivals) {
    std::size_t last = 0;
    for (const auto& [id, stage] : arrivals)
        last = std::max(last, stage);
    return last;
}

const dialect::Rule& rule_of(const Stage& needs, const Stage& brings) {
    using namespace dialect::rules;
    if (brings.kind == StageKind::PostHook) return needs_what_a_post_hook_brings;
    return needs.kind == StageKind::Group ? needs_a_later_group : hook_needs_a_later_stage;
}

bool waits_for_pods(const Unit& unit) {
    return unit.action == Action::RunHook || unit.wait.ready || !unit.wait.requirements.empty();
}

void look_at(
    const Checkup& checkup,
    const Arrivals& arrivals,
    std::size_t number,
    const Unit& unit,
    std::vector<dialect::Finding>& findings
) {
    const auto& stages = checkup.plan.stages;
    for (const PodReference& reference : pod_references(checkup.object(unit))) {
        const auto arrival = arrivals.find(reference.id);
        if (arrival == arrivals.end() || arrival->second <= number) continue;
        const Stage& brings = stages[arrival->second];
        findings.push_back(finding_about(
            rule_of(stages[number], brings),
            checkup.content.objects[*unit.body],
            format(
                "its pods need {} ({}), which comes only with \"{}\", after \"{}\"",
                reference.id.title(),
                reference.what,
                brings.name,
                stages[number].name
            )
        ));
    }
}

/// On later operations what the release brings is there from the one before.
void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    const Plan& plan = checkup.plan;
    if (plan.operation != Operation::Install || plan.stages.size() < 2) return;
    const Arrivals arrivals = arrivals_of(plan);
    const std::size_t end = last_arrival(arrivals);
    for (std::size_t number = 0; number < end; ++number) {
        for (const Unit& unit : plan.stages[number].units) {
            const bool starts_pods_now = unit.body && unit.id.kind != "CronJob";
            if (starts_pods_now && waits_for_pods(unit))
                look_at(checkup, arrivals, number, unit, findings);
        }
    }
}

}  // namespace

extern const Check comes_too_late{.look = look};

}  // namespace slipway::plan::checks
