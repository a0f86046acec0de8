/// What becomes of hooks' objects, and in which order hooks of one weight run.
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

using dialect::HookDeletePolicy;

void look_at_policy(const Item& hook, std::vector<dialect::Finding>& findings) {
    const auto& policy = hook.hints().hook_delete_policy;
    if (is_definition(hook.id())) {
        if (!policy) return;
        findings.push_back(finding_about(
            dialect::rules::definition_is_never_deleted,
            *hook.sourced,
            format("{} has no effect on a definition", policy->by)
        ));
    } else if (!policy || !policy->value.contains(HookDeletePolicy::Succeeded)) {
        findings.push_back(finding_about(
            dialect::rules::hook_outlives_release,
            *hook.sourced,
            format(
                "{}: its object stays when it has run, and when the release goes",
                hook.hints().hook->by
            )
        ));
    }
}

/// Stages that follow each other, each with the run of one hook.
bool same_weight(const Item& one, const Item& other) {
    const auto weight = [](const Item& item) {
        return item.hints().hook_weight ? item.hints().hook_weight->value : 0;
    };
    return weight(one) == weight(other);
}

const Item* hook_of(const Checkup& checkup, const Stage& stage) {
    const Unit& run = stage.units.back();
    if (run.action != Action::RunHook) return nullptr;
    const auto found = std::ranges::find_if(checkup.items.hooks, [&](const Item& item) {
        return item.body == run.body;
    });
    return &*found;
}

void look_at_order(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    const auto& stages = checkup.plan.stages;
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (stages[i].kind != stages[i - 1].kind) continue;
        const Item* first = hook_of(checkup, stages[i - 1]);
        const Item* second = first == nullptr ? nullptr : hook_of(checkup, stages[i]);
        if (second == nullptr || !same_weight(*first, *second)) continue;
        if (install_rank(first->id().kind) <= install_rank(second->id().kind)) continue;
        findings.push_back(finding_about(
            dialect::rules::hooks_in_order_of_names,
            *second->sourced,
            format("runs after {}, which has the same weight and a name before it", first->title())
        ));
    }
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    for (const Item& hook : checkup.items.hooks)
        look_at_policy(hook, findings);
    look_at_order(checkup, findings);
}

}  // namespace

extern const Check hooks{.look = look};

}  // namespace slipway::plan::checks
