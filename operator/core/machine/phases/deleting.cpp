#include "core/base/text.hpp"
#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

/// What stays in the cluster is said, object by object, before the ledger forgets it.
void say_goodbye(Draft& draft, const std::string& what, const std::vector<std::string>& stays) {
    draft.decision().farewell = true;
    if (stays.empty()) return;
    draft.note({.warning = true, .reason = what, .action = "Delete", .text = join(stays, ", ")});
}

std::vector<std::string> all_of(const Ledger& ledger) {
    std::vector<std::string> stays;
    for (const auto& [id, entry] : ledger.inventory)
        stays.push_back(id.text());
    return stays;
}

/// With the namespace goes what is in it; the rest can no longer be reached as the Release's
/// account.
std::vector<std::string> elsewhere(const World& world) {
    std::vector<std::string> stays;
    for (const auto& [id, entry] : world.ledger.inventory) {
        if (id.in_namespace != world.release.in_namespace) stays.push_back(id.text());
    }
    return stays;
}

/// Hooks are not managed by the release (Helm): what their policy leaves behind stays, and is said.
void add_hooks(std::vector<std::string>& stays, const Ledger& ledger) {
    for (const ObjectId& id : ledger.kept)
        stays.push_back(id.text());
    for (const HookRun& run : ledger.runs) {
        if (run.state != RunState::Intended && !run.deleted) stays.push_back(run.object.text());
    }
}

std::vector<std::string> kept(const World& world) {
    std::vector<std::string> stays;
    const auto is_deleted = [&](const ObjectId& id) {
        for (const plan::Stage& stage : world.plan->stages) {
            for (const plan::Unit& unit : stage.units) {
                if (unit.action == plan::Action::Delete && unit.id == id) return true;
            }
        }
        return false;
    };
    for (const auto& [id, entry] : world.ledger.inventory) {
        if (!is_deleted(id)) stays.push_back(id.text());
    }
    add_hooks(stays, world.ledger);
    return stays;
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
    if (!world.ledger.deleting) return begin_deletion(draft);
    if (world.ledger.failed) return on_failed(draft);
    if (world.plan == nullptr) {
        if (world.plan_error) fail_attempt(draft, *world.plan_error);
        return;
    }
    const bool is_done = walk_stages(draft, *world.plan);
    if (is_done && world.ledger.withheld_ttls.empty()) say_goodbye(draft, "Kept", kept(world));
}

}  // namespace slipway::machine
