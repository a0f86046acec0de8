/// A Release in some situation, for the machine to decide on: everything that a World refers to,
/// arranged in few words, and what was decided, as text.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/machine/judgement.hpp"
#include "core/machine/step.hpp"
#include "support/plan.hpp"

namespace slipway::testing {

inline constexpr Time noon{std::chrono::hours(24 * 365 * 50 + 12)};

inline readiness::Readiness is_ready() { return {readiness::State::Ready, "ready", {}}; }
inline readiness::Readiness is_progressing(std::string why) {
    return {readiness::State::Progressing, std::move(why), {}};
}
inline readiness::Readiness has_failed(std::string why) {
    return {readiness::State::Failed, std::move(why), {}};
}

struct Situation {
    Release release{
        .in_namespace = "shop",
        .name = "web",
        .uid = "release-1",
        .generation = 1,
        .has_finalizer = true,
    };
    Ledger ledger{};
    machine::Desired desired{};
    std::optional<plan::Plan> plan{};
    std::optional<Error> plan_error{};
    std::optional<Error> account_error{};
    machine::Observations live{};
    std::map<ObjectId, machine::Refusal> refusals{};
    machine::SideAnswers ttl_answers{};
    machine::SideAnswers adoption_answers{};
    std::optional<machine::Survey> survey = machine::Survey{};  ///< Nothing is in the way.
    bool namespace_terminating = false;
    Time last_activity = noon;
    Time now = noon;

    machine::World world() const {
        return {
            .release = release,
            .ledger = ledger,
            .desired = desired,
            .plan = plan ? &*plan : nullptr,
            .plan_error = plan_error,
            .account_error = account_error,
            .live = live,
            .refusals = refusals,
            .ttl_answers = ttl_answers,
            .adoption_answers = adoption_answers,
            .survey = survey,
            .namespace_terminating = namespace_terminating,
            .last_activity = last_activity,
            .now = now,
        };
    }

    machine::Decision step() const { return machine::step(world()); }

    /// One step whose durable writes are carried out, and nothing else.
    machine::Decision take_step() {
        machine::Decision decision = step();
        if (decision.ledger) ledger = *decision.ledger;
        if (decision.set_finalizer) release.has_finalizer = true;
        release.status = decision.status;
        return decision;
    }

    machine::UnitAt place(const std::string& title) const {
        for (std::size_t stage = 0; stage < plan->stages.size(); ++stage) {
            const auto& units = plan->stages[stage].units;
            for (std::size_t unit = 0; unit < units.size(); ++unit) {
                if (units[unit].id.title() == title) return {.stage = stage, .unit = unit};
            }
        }
        throw std::runtime_error("the plan has no " + title);
    }

    /// The first unit of the plan about this object.
    plan::Unit& unit(const std::string& title) {
        const auto at = place(title);
        return plan->stages[at.stage].units[at.unit];
    }
    const plan::Unit& unit(const std::string& title) const {
        return const_cast<Situation&>(*this).unit(title);
    }
    ObjectId id(const std::string& title) const { return unit(title).id; }
    InventoryEntry& entry(const std::string& title) { return ledger.inventory.at(id(title)); }

    /// The object as this release applied it, ready, under the uid that the inventory knows.
    machine::Observation standing(const std::string& title) const {
        return {
            .presence = machine::Presence::Present,
            .uid = "uid",
            .resource_version = "7",
            .digest = unit(title).digest,
            .release = release.key(),
            .release_uid = release.uid,
            .verdict = is_ready(),
            .completion = is_ready(),
            .requirements = {.holds = true},
        };
    }

    void sees(const std::string& title, machine::Observation seen) {
        live[id(title)] = std::move(seen);
    }
    void sees_all(const std::vector<std::string>& titles) {
        for (const std::string& title : titles)
            sees(title, standing(title));
    }
    /// Every object of the plan is proven not to be there.
    void sees_nothing() {
        for (const plan::Stage& stage : plan->stages) {
            for (const plan::Unit& unit : stage.units)
                live[unit.id] = machine::absent();
        }
    }
    void refuses(const std::string& title, Error error, int count = 1) {
        refusals.insert_or_assign(
            id(title), machine::Refusal{.error = std::move(error), .at = now, .count = count}
        );
    }

    machine::UnitView view(const std::string& title) const {
        const auto seen = live.find(id(title));
        const auto refusal = refusals.find(id(title));
        return {
            .unit = unit(title),
            .at = place(title),
            .seen = seen == live.end() ? nullptr : &seen->second,
            .refusal = refusal == refusals.end() ? nullptr : &refusal->second,
        };
    }

    machine::Judgement judged(const std::string& title) const {
        return machine::judge(world(), view(title));
    }

    /// What brings this one unit further, whatever its stage says.
    machine::Decision advanced(const std::string& title) const {
        const machine::World around = world();
        machine::Draft draft(around);
        const machine::UnitView one = view(title);
        machine::advance(draft, one, machine::judge(around, one));
        return std::move(draft).finish();
    }

    /// "look ConfigMap/a", "apply ConfigMap/a" (which nobody has seen, without force),
    /// "apply ConfigMap/a, uid u, version 7" (by force, or ", without force"),
    /// "create Job/migrate", "delete Job/migrate, uid u".
    std::vector<std::string> effects(const machine::Decision& decision) const {
        std::vector<std::string> texts;
        for (const machine::Effect& effect : decision.effects)
            add_text(texts, effect);
        return texts;
    }
    std::vector<std::string> effects() const { return effects(step()); }

private:
    void add_text(std::vector<std::string>& texts, const machine::Effect& effect) const {
        if (const auto* look = std::get_if<machine::Look>(&effect)) {
            for (const ObjectId& id : look->objects)
                texts.push_back("look " + id.title());
        } else if (const auto* apply = std::get_if<machine::ApplyUnit>(&effect)) {
            texts.push_back("apply " + title_at(apply->at) + fences(*apply));
        } else if (const auto* create = std::get_if<machine::CreateHook>(&effect)) {
            texts.push_back("create " + title_at(create->at));
        } else if (const auto* remove = std::get_if<machine::DeleteObject>(&effect)) {
            texts.push_back("delete " + remove->id.title() + ", uid " + remove->uid);
        } else if (std::holds_alternative<machine::TakeSurvey>(effect)) {
            texts.emplace_back("take a survey");
        } else if (const auto* take = std::get_if<machine::TakeFields>(&effect)) {
            texts.push_back("take fields of " + take->adoption.id.title());
        } else {
            texts.emplace_back("something else");
        }
    }
    std::string title_at(machine::UnitAt at) const {
        return plan->stages.at(at.stage).units.at(at.unit).id.title();
    }
    static std::string fences(const machine::ApplyUnit& apply) {
        std::string text;
        if (!apply.uid.empty()) text += ", uid " + apply.uid;
        if (!apply.resource_version.empty()) text += ", version " + apply.resource_version;
        if (apply.uid.empty()) return apply.force ? text + ", by force" : text;
        if (!apply.force) text += ", without force";
        return text;
    }
};

using Effects = std::vector<std::string>;

/// Created a moment ago: nothing was decided yet.
inline Situation new_release(const std::string& yaml) {
    Situation situation;
    situation.release.has_finalizer = false;
    situation.desired.digest = install(yaml).digest;
    return situation;
}

/// The plan's revision has begun, its objects are in the inventory, none of them is there yet.
inline Situation walking(plan::Plan plan, Inventory inventory) {
    Situation situation;
    situation.desired.digest = plan.digest;
    situation.ledger.revisions = {
        {.number = 1, .digest = plan.digest, .operation = plan.operation, .started_at = noon}};
    situation.ledger.stage_started_at = noon;
    situation.ledger.operation_started_at = noon;
    situation.ledger.inventory = std::move(inventory);
    situation.plan = std::move(plan);
    situation.sees_nothing();
    return situation;
}

inline Situation deploying(const std::string& yaml, const plan::Settings& settings = {}) {
    plan::Plan plan = install(yaml, settings);
    Inventory inventory = deployed_inventory(plan);
    for (auto& [id, entry] : inventory) {
        entry.uid = {};
        entry.digest = {};
    }
    return walking(std::move(plan), std::move(inventory));
}

/// The first attempt failed for a write that nothing but an edit mends, or a retry.
inline Situation failed(bool retries) {
    Situation situation = deploying(object("ConfigMap", "{name: settings}"));
    if (!retries) situation.release.spec.retry.limit = 0;
    situation.refuses("ConfigMap/settings", {ErrorKind::Forbidden, "may not"});
    situation.take_step();
    return situation;
}

/// The second revision has begun; all objects of the first stand, and are in the inventory.
inline Situation upgrading(const std::string& before, const std::string& after) {
    const Inventory old = deployed_inventory(install(before));
    plan::Plan plan = upgrade(before, after);
    Inventory inventory = deployed_inventory(plan);
    for (auto& [id, entry] : inventory) {
        entry.uid = {};
        entry.digest = {};
    }
    for (const auto& [id, entry] : old) {
        const int order = inventory.contains(id) ? inventory[id].order : entry.order;
        inventory[id] = entry;
        inventory[id].order = order;
    }
    Situation situation = walking(std::move(plan), std::move(inventory));
    situation.ledger.revisions.front().number = 2;
    situation.ledger.revisions.insert(
        situation.ledger.revisions.begin(),
        {.number = 1, .digest = "sha256:first", .state = RevisionState::Deployed}
    );
    situation.ledger.ever_deployed = true;
    return situation;
}

inline std::vector<std::string> stage_names(const plan::Plan& plan) {
    std::vector<std::string> names;
    for (const plan::Stage& stage : plan.stages)
        names.push_back(stage.name);
    return names;
}

/// Everything of the first revision stands and nothing changed since.
inline Situation deployed(const std::string& yaml) {
    plan::Plan plan = install(yaml);
    Inventory inventory = deployed_inventory(plan);
    Situation situation = walking(std::move(plan), std::move(inventory));
    situation.ledger.settled = stage_names(*situation.plan);
    situation.ledger.revisions.back().state = RevisionState::Deployed;
    situation.ledger.ever_deployed = true;
    return situation;
}

/// The deletion of a deployed release has begun; nobody looked at its objects yet.
inline Situation deleting(const std::string& yaml) {
    Situation situation = deployed(yaml);
    situation.release.deleting = true;
    situation.ledger.deleting = true;
    situation.ledger.settled.clear();
    situation.plan = deletion(yaml);
    situation.live.clear();
    return situation;
}

}  // namespace slipway::testing
