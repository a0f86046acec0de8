#include "core/plan/hooks.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/awaits.hpp"

namespace slipway::plan {
namespace {

using dialect::HookDeletePolicy;
using dialect::WaitHint;

int weight_of(const Item& item) {
    return item.hints().hook_weight ? item.hints().hook_weight->value : 0;
}

/// By weight, then name, byte by byte; the kind decides only between hooks that are alike in both
/// (Helm sorts by kind first and then, stably, by these two).
bool runs_before(const Item* left, const Item* right) {
    const auto key = [](const Item& item) {
        const ObjectId& id = item.id();
        return std::tuple(
            weight_of(item),
            std::string_view(id.name),
            install_rank(id.kind),
            std::string_view(id.kind)
        );
    };
    return key(*left) < key(*right);
}

/// A hook that names the event twice runs twice, as in Helm.
std::vector<const Item*> runs_of(const std::vector<Item>& hooks, dialect::HookEvent event) {
    std::vector<const Item*> runs;
    for (const Item& hook : hooks) {
        const auto& events = hook.hints().hook->value;
        runs.insert(
            runs.end(),
            static_cast<std::size_t>(std::count(events.begin(), events.end(), event)),
            &hook
        );
    }
    std::stable_sort(runs.begin(), runs.end(), runs_before);
    return runs;
}

/// Definitions stay whatever the policy says (Helm); what others may depend on is not deleted only
/// to be made anew.
std::set<HookDeletePolicy> policy_of(const Item& hook) {
    if (is_definition(hook.id())) return {HookDeletePolicy::Never};
    const auto& said = hook.hints().hook_delete_policy;
    auto policy = said ? said->value : std::set{HookDeletePolicy::BeforeCreation};
    if (is_claim(hook.id()) || is_namespace(hook.id()))
        policy.erase(HookDeletePolicy::BeforeCreation);
    return policy.empty() ? std::set{HookDeletePolicy::Never} : policy;
}

/// To the rule of a Pod a running one is ready, and a hook that still works is not done.
bool is_done_on_completion(const ObjectId& id) { return is_job(id) || is_pod(id); }

bool is_tracked(const Item& hook) {
    if (is_done_on_completion(hook.id())) return false;
    const auto& wait = hook.hints().wait;
    if (!wait) return hook.hints().tracked_hook;
    return wait->value == WaitHint::Ready || wait->value == WaitHint::Barrier;
}

std::string why_of(const Item& hook) {
    const auto& weight = hook.hints().hook_weight;
    return hook.hints().hook->by + ", " + (weight ? weight->by : std::string("default weight 0"));
}

std::shared_ptr<const HookPlace> hook_place(
    const Item& hook, dialect::HookEvent event, std::size_t place
) {
    return std::make_shared<const HookPlace>(HookPlace{
        .event = event,
        .place = static_cast<int>(place),
        .delete_policy = policy_of(hook),
        .tracked = is_tracked(hook),
    });
}

Stage run_stage(
    const Item& hook,
    StageKind kind,
    const std::shared_ptr<const HookPlace>& place,
    const Frame& frame
) {
    Stage stage{
        .name = format("{} hook {}", dialect::word(place->event), hook.title()),
        .kind = kind,
        .units = awaits_of({&hook}, frame),
    };
    Unit unit = unit_of(hook, Action::RunHook);
    for (std::size_t await = 0; await < stage.units.size(); ++await)
        unit.after.push_back({await, Until::Ready});
    unit.rank = stage.units.empty() ? 0 : 1;
    unit.why = why_of(hook);
    unit.hook = place;
    unit.wait.ready = place->tracked || is_definition(hook.id());
    if (hook.hints().wait_for) unit.wait.requirements = hook.hints().wait_for->value;
    stage.units.push_back(std::move(unit));
    return stage;
}

/// What is left of a run is deleted once, however often it ran, and each is gone before the next is
/// deleted; definitions stay (Helm).
Stage cleanup_stage(const std::vector<const Item*>& runs, dialect::HookEvent event) {
    Stage stage{
        .name = format("{} hook cleanup", dialect::word(event)), .kind = StageKind::HookCleanup};
    std::set<const Item*> seen;
    for (std::size_t i = runs.size(); i-- > 0;) {
        const Item& hook = *runs[i];
        const bool goes = policy_of(hook).contains(HookDeletePolicy::Succeeded);
        if (!goes || !seen.insert(&hook).second) continue;
        Unit unit = unit_of(hook, Action::Delete);
        unit.body.reset();
        unit.keep = false;
        unit.rank = static_cast<int>(stage.units.size());
        if (!stage.units.empty()) unit.after.push_back({stage.units.size() - 1, Until::Absent});
        unit.why = hook.hints().hook_delete_policy->by;
        unit.hook = hook_place(hook, event, i);
        stage.units.push_back(std::move(unit));
    }
    return stage;
}

}  // namespace

std::vector<Stage> hook_stages(
    const std::vector<Item>& hooks, dialect::HookEvent event, StageKind kind, const Frame& frame
) {
    const auto runs = runs_of(hooks, event);
    std::vector<Stage> stages;
    for (std::size_t i = 0; i < runs.size(); ++i)
        stages.push_back(run_stage(*runs[i], kind, hook_place(*runs[i], event, i), frame));
    Stage cleanup = cleanup_stage(runs, event);
    if (!cleanup.units.empty()) stages.push_back(std::move(cleanup));
    return stages;
}

}  // namespace slipway::plan
