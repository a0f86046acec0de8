#include <algorithm>
#include <set>

#include "core/base/text.hpp"
#include "core/machine/hook_removal.hpp"
#include "core/machine/hook_run.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/running_hook.hpp"
#include "core/machine/stage.hpp"

namespace slipway::machine {
namespace {

/// What stays in the cluster is said, object by object, before the ledger forgets it.
void say_goodbye(Draft& draft, const std::string& what, const std::vector<ObjectId>& stays) {
    draft.decision().farewell = true;
    if (stays.empty()) return;
    std::vector<std::string> names(stays.size());
    std::transform(stays.begin(), stays.end(), names.begin(), [](const ObjectId& id) {
        return id.text();
    });
    draft.note({.warning = true, .reason = what, .action = "Delete", .text = join(names, ", ")});
}

std::vector<ObjectId> all_of(const Ledger& ledger) {
    std::vector<ObjectId> all;
    for (const auto& [id, entry] : ledger.inventory)
        all.push_back(id);
    const auto hooks = left_by_hooks(ledger);
    all.insert(all.end(), hooks.begin(), hooks.end());
    return all;
}

/// With the namespace goes what is in it; the rest can no longer be reached as the Release's
/// account.
std::vector<ObjectId> elsewhere(const World& world) {
    std::vector<ObjectId> stays = all_of(world.ledger);
    std::erase_if(stays, [&](const ObjectId& id) {
        return id.in_namespace == world.release.in_namespace;
    });
    return stays;
}

std::set<ObjectId> deleted_by(const World& world) {
    std::set<ObjectId> deleted;
    for (const plan::Stage& stage : world.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            const auto entry = world.ledger.inventory.find(unit.id);
            const bool stays = entry != world.ledger.inventory.end() && entry->second.keep;
            if (unit.action == plan::Action::Delete && !unit.hook && !stays)
                deleted.insert(unit.id);
        }
    }
    return deleted;
}

/// Hooks are not managed by the release (Helm): what their policy leaves behind stays, and is said.
std::vector<ObjectId> kept(const World& world) {
    const auto deleted = deleted_by(world);
    std::vector<ObjectId> stays = all_of(world.ledger);
    std::erase_if(stays, [&](const ObjectId& id) { return deleted.contains(id); });
    return stays;
}

void before_deletion(Draft& draft) {
    const std::string before = "the deletion begins";
    if (!end_running_hook(draft, before) || !remove_hooks_given_up(draft, before)) return;
    begin_deletion(draft);
}

}  // namespace

void on_deleting(Draft& draft) {
    const World& world = draft.world();
    if (!world.release.has_finalizer) return;
    if (world.ledger.revisions.empty()) return say_goodbye(draft, "Abandoned", {});
    if (world.namespace_terminating) return say_goodbye(draft, "Abandoned", elsewhere(world));
    if (world.release.spec.deletion == DeletionPolicy::Orphan) {
        return say_goodbye(draft, "Orphaned", all_of(world.ledger));
    }
    if (world.account_error) return draft.waits_for(world.account_error->message);
    if (!world.ledger.deleting) return before_deletion(draft);
    if (world.ledger.failed) return on_failed(draft);
    if (world.plan == nullptr) {
        if (world.plan_error) fail_attempt(draft, *world.plan_error);
        return;
    }
    if (!has_settled_all(*world.plan, world.ledger)) return walk_stages(draft, *world.plan);
    if (world.ledger.withheld_ttls.empty()) say_goodbye(draft, "Kept", kept(world));
}

}  // namespace slipway::machine
