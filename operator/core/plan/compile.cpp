#include <algorithm>
#include <set>

#include "core/base/text.hpp"
#include "core/plan/check.hpp"
#include "core/plan/groups.hpp"
#include "core/plan/hooks.hpp"
#include "core/plan/item.hpp"
#include "core/plan/placement.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/removal.hpp"

namespace slipway::plan {
namespace {

using dialect::HookEvent;

struct Events {
    HookEvent before;
    HookEvent after;
};

Events events_of(Operation operation) {
    switch (operation) {
        case Operation::Install: return {HookEvent::PreInstall, HookEvent::PostInstall};
        case Operation::Upgrade: return {HookEvent::PreUpgrade, HookEvent::PostUpgrade};
        case Operation::Rollback: return {HookEvent::PreRollback, HookEvent::PostRollback};
        case Operation::Delete: return {HookEvent::PreDelete, HookEvent::PostDelete};
    }
    return {};
}

template <class T>
void append(std::vector<T>& all, std::vector<T> more) {
    all.insert(
        all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end())
    );
}

/// The ledger remembers settled stages by name.
void make_names_unique(std::vector<Stage>& stages) {
    std::set<std::string> taken;
    for (Stage& stage : stages) {
        const std::string name = stage.name;
        for (int times = 2; !taken.insert(stage.name).second; ++times)
            stage.name = format("{} ({})", name, times);
    }
}

/// Strictness is about what people wrote, not about what a deletion leaves in place.
Result<void> check_strictness(
    const std::vector<dialect::Finding>& findings, const Settings& settings
) {
    if (!settings.strict) return {};
    std::vector<std::string> lines{"spec.strict allows no warnings:"};
    for (const dialect::Finding& finding : findings) {
        if (finding.rule->severity != dialect::Severity::Warning) continue;
        lines.push_back(format("{} ({}): {}", finding.object, finding.rule->id, finding.message));
    }
    if (lines.size() == 1) return {};
    return Error{ErrorKind::InvalidAnnotation, join(lines, "\n")};
}

/// What earlier revisions left that is no part of this content any more.
std::vector<const InventoryEntry*> removed(const Items& items, const Inventory& inventory) {
    if (inventory.empty()) return {};
    std::set<const InventoryEntry*> wanted;
    for (const auto* all : {&items.plain, &items.hooks, &items.resting}) {
        for (const Item& item : *all) {
            const auto entry = inventory.find(item.id());
            if (entry != inventory.end()) wanted.insert(&entry->second);
        }
    }
    std::vector<const InventoryEntry*> gone;
    for (const auto& [id, entry] : inventory) {
        if (!wanted.contains(&entry)) gone.push_back(&entry);
    }
    return gone;
}

}  // namespace

Result<Plan> compile(
    const Content& content,
    const KindCatalog& kinds,
    Operation operation,
    const Settings& settings,
    const Inventory& inventory
) {
    const KindCatalog all_kinds = kinds_of(content, kinds);
    const Frame frame{all_kinds, settings, operation, target_namespace(content)};
    const auto [before, after] = events_of(operation);
    const Items items = TRY(read_items(content, operation));
    TRY(check_conditions(items));
    Plan plan{.operation = operation, .digest = digest_of(content), .findings = content.findings};
    append(plan.findings, items.findings);
    const Bonds bonds = TRY(bonds_of(items, frame, plan.findings));
    const auto placed = TRY(place(items, bonds, before, plan.findings));
    TRY(check_dependencies(items, placed, frame));

    if (auto early = stage_before_hooks(placed, frame)) plan.stages.push_back(std::move(*early));
    append(plan.stages, hook_stages(items.hooks, before, StageKind::PreHook, frame));
    append(plan.stages, group_stages(placed, frame));
    if (settings.prune) {
        const auto gone = removed(items, inventory);
        append(plan.stages, removal_stages(gone, StageKind::Prune, frame, plan.findings));
    }
    append(plan.stages, hook_stages(items.hooks, after, StageKind::PostHook, frame));
    make_names_unique(plan.stages);
    look_for_traps({content, items, frame, plan}, plan.findings);
    TRY(check_strictness(plan.findings, settings));
    return plan;
}

Result<Plan> compile_deletion(
    const Content& content,
    const KindCatalog& kinds,
    const Settings& settings,
    const Inventory& inventory
) {
    const KindCatalog all_kinds = kinds_of(content, kinds);
    const Frame frame{all_kinds, settings, Operation::Delete, target_namespace(content)};
    const Items items = TRY(read_items(content, Operation::Delete));
    Plan plan{.operation = Operation::Delete, .digest = digest_of(content)};
    std::vector<const InventoryEntry*> entries;
    entries.reserve(inventory.size());
    for (const auto& [id, entry] : inventory)
        entries.push_back(&entry);

    const auto [before, after] = events_of(Operation::Delete);
    append(plan.stages, hook_stages(items.hooks, before, StageKind::PreHook, frame));
    append(plan.stages, removal_stages(entries, StageKind::Deletion, frame, plan.findings));
    append(plan.stages, hook_stages(items.hooks, after, StageKind::PostHook, frame));
    make_names_unique(plan.stages);
    return plan;
}

}  // namespace slipway::plan
