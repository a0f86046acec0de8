#include "core/plan/removal.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/removal_order.hpp"
#include "core/plan/special.hpp"

namespace slipway::plan {
namespace {

namespace rules = dialect::rules;

bool has_consent(const InventoryEntry& entry, const Settings& settings) {
    const auto& consents = settings.deletion_force;
    return entry.delete_phase_given ||
           std::any_of(consents.begin(), consents.end(), [&](const DeletionConsent& consent) {
               return consent.covers(entry.id);
           });
}

bool may_go(
    const InventoryEntry& entry, const Settings& settings, std::vector<dialect::Finding>& findings
) {
    if (entry.keep) {
        findings.push_back(
            {&rules::kept_on_deletion,
             format("kept: {} is not deleted, as its annotation asks", entry.id.text()),
             entry.id.title()}
        );
        return false;
    }
    if (!takes_others_along(entry.id) || has_consent(entry, settings)) return true;
    findings.push_back(
        {&rules::dangerous_kind_kept,
         format(
             "kept: {} is not deleted and stays listed, because a {} goes only with consent; put "
             "{} "
             "into spec.deletion.force to delete it",
             entry.id.text(),
             entry.id.kind,
             entry.id.title()
         ),
         entry.id.title()}
    );
    return false;
}

/// Builds the stage of one phase unit by unit, in order.
class RemovalStage {
public:
    RemovalStage(StageKind kind, int phase, const Frame& frame) : phase_(phase), frame_(frame) {
        const bool prune = kind == StageKind::Prune;
        stage_.kind = kind;
        stage_.name = prune ? "removed objects" : format("deletion phase {}", phase);
        if (prune && phase != 0) stage_.name += format(", deletion phase {}", phase);
    }

    Stage build(std::vector<Doomed> entries) {
        for (const Doomed& one : in_order(std::move(entries), frame_.kinds))
            add(one);
        return std::move(stage_);
    }

private:
    void add(const Doomed& one) {
        const ObjectId& id = one.id();
        const bool stops = is_workload(id) && !custom_resources_.empty();
        const auto same_kind = std::tuple(one.turn, one.entry->group, id.group_kind());
        // Ordered by their edges alone: one that waits would else hold up the others.
        const bool together =
            one.turn == Turn::AfterOthers && std::get<Turn>(last_) == Turn::AfterOthers;
        if (stops || new_rank_ || (same_kind != last_ && !together)) ++rank_;
        last_ = same_kind;
        new_rank_ = stops;
        Unit unit = unit_of_entry(one);
        add_edges(unit);
        if (!one.entry->delete_after.empty()) add_edges(unit, one.entry->delete_after);
        if (stops) wait_for_custom_resources(unit);
        const std::size_t place = stage_.units.size();
        if (is_custom_resource(id)) custom_resources_.push_back(place);
        by_group_[id.group].push_back(place);
        by_namespace_[id.in_namespace].push_back(place);
        stage_.units.push_back(std::move(unit));
    }

    Unit unit_of_entry(const Doomed& one) const {
        const InventoryEntry& entry = *one.entry;
        const bool prune = stage_.kind == StageKind::Prune;
        const std::string phase = entry.delete_phase_given ? format("deletion phase {}", phase_)
                                                           : "default deletion phase 0";
        return {
            .action = Action::Delete,
            .id = entry.id,
            .version = entry.version,
            .why = format("{}{}, {}", prune ? "left the release, " : "", phase, turn_text(one)),
            .rank = rank_,
            .special = special_of(entry),
            .group = entry.group,
            .delete_phase = entry.delete_phase,
            .delete_phase_given = entry.delete_phase_given,
        };
    }

    static std::string_view turn_text(const Doomed& one) {
        switch (one.turn) {
            case Turn::InOrder: return "reverse of creation";
            case Turn::AfterOthers: return "after what its annotation names";
            case Turn::AfterItsObjects: return "after the objects of its kind";
            case Turn::Last: return "Namespaces last";
        }
        return "";
    }

    void add_edges(Unit& unit) const {
        for (const std::size_t other : found(by_group_, defined_group(unit.id))) {
            if (defines(unit.id, stage_.units[other].id, frame_.kinds)) {
                unit.after.push_back({other, Until::Absent});
            }
        }
        if (!is_namespace(unit.id)) return;
        for (const std::size_t other : found(by_namespace_, unit.id.name))
            unit.after.push_back({other, Until::Absent});
    }

    void add_edges(Unit& unit, const std::vector<ObjectId>& named) const {
        for (std::size_t other = 0; other < stage_.units.size(); ++other) {
            if (std::ranges::count(named, stage_.units[other].id) != 0)
                add_edge(unit, {other, Until::Absent});
        }
    }

    /// The first workload after custom resources waits until they are gone, and by their rank all
    /// later units with it: a controller that went first would leave their finalizers to nobody.
    void wait_for_custom_resources(Unit& unit) {
        for (const std::size_t other : custom_resources_)
            add_edge(unit, {other, Until::Absent});
        unit.why = unit.why + ", after the custom resources that it may serve";
        custom_resources_.clear();
    }

    static std::vector<std::size_t> found(
        const std::map<std::string, std::vector<std::size_t>>& places, const std::string& key
    ) {
        const auto entry = places.find(key);
        return key.empty() || entry == places.end() ? std::vector<std::size_t>{} : entry->second;
    }

    int phase_;
    const Frame& frame_;
    Stage stage_{};
    int rank_ = -1;
    bool new_rank_ = true;
    std::tuple<Turn, int, GroupKind> last_{};
    std::vector<std::size_t> custom_resources_{};
    std::map<std::string, std::vector<std::size_t>> by_group_{};
    std::map<std::string, std::vector<std::size_t>> by_namespace_{};
};

}  // namespace

std::vector<Stage> removal_stages(
    const std::vector<const InventoryEntry*>& entries,
    StageKind kind,
    const Frame& frame,
    std::vector<dialect::Finding>& findings
) {
    std::map<int, std::vector<Doomed>> phases;
    for (const InventoryEntry* entry : entries) {
        if (may_go(*entry, frame.settings, findings))
            phases[entry->delete_phase].push_back({entry});
    }
    std::vector<Stage> stages;
    stages.reserve(phases.size());
    for (auto& [phase, doomed] : phases)
        stages.push_back(RemovalStage(kind, phase, frame).build(std::move(doomed)));
    return stages;
}

}  // namespace slipway::plan
