#include "core/plan/placement.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/awaits.hpp"
#include "core/plan/error_list.hpp"
#include "core/plan/pulling.hpp"

namespace slipway::plan {
namespace {

using Findings = std::vector<dialect::Finding>;

Placed placed_as_said(const Item& item) {
    const auto& group = item.hints().group;
    const auto& first = item.hints().before_hooks;
    return {
        .item = &item,
        .group = group ? group->value : 0,
        .before_hooks = first.has_value(),
        .needed = first.has_value(),
        .why = first ? first->by : group_as_said(item),
    };
}

Dependencies dependencies_of(const std::vector<Placed>& all) {
    Dependencies dependencies;
    dependencies.reserve(all.size());
    for (const Placed& one : all) {
        dependencies.push_back(one.needs);
        for (const Bond& bond : one.after)
            dependencies.back().push_back(bond.target);
    }
    return dependencies;
}

Error runs_in_a_circle(const std::vector<Placed>& all, const Cycle& cycle) {
    std::vector<std::string> steps;
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < cycle.places.size(); ++i) {
        const Placed& one = all[cycle.places[i]];
        steps.push_back(one.item->title());
        if (i + 1 == cycle.places.size()) break;
        const Bond* bond = bond_to(one, cycle.places[i + 1]);
        reasons.push_back(
            one.item->place() + ": " + (bond == nullptr ? "cannot be without it" : bond->said->by)
        );
    }
    return {
        ErrorKind::InvalidAnnotation,
        format(
            "{}: objects come after each other in a cycle: {}; take one of these away: {}",
            all[cycle.places.front()].item->place(),
            join(steps, " after "),
            join(reasons, "; ")
        )};
}

/// What has no group of its own comes with the last of what it comes after.
void bind_groups(std::vector<Placed>& all, const Sequence& sequence) {
    for (const std::size_t at : sequence) {
        Placed& one = all[at];
        const auto& bound = one.item->hints().bound_by_dependencies;
        if (!bound || one.item->hints().group || one.after.empty()) continue;
        one.group = all[one.after.front().target].group;
        for (const Bond& bond : one.after)
            one.group = std::max(one.group, all[bond.target].group);
        one.why = "no weight of its own";
    }
}

void mark_bound(std::vector<Placed>& all, const Sequence& sequence) {
    for (const std::size_t at : sequence) {
        Placed& one = all[at];
        one.bound = std::ranges::any_of(one.after, [&](const Bond& bond) {
            return share_a_stage(one, all[bond.target]);
        });
        one.bound = one.bound || std::ranges::any_of(one.needs, [&](std::size_t need) {
                        return all[need].bound && share_a_stage(one, all[need]);
                    });
    }
}

bool runs_at(const Item& hook, dialect::HookEvent event) {
    const auto& events = hook.hints().hook->value;
    return std::find(events.begin(), events.end(), event) != events.end();
}

Error waits_for_itself(
    const Item& item, const dialect::ExternalDependency& dependency, const ObjectId& target
) {
    return in_context(
        item.place(),
        {ErrorKind::InvalidAnnotation,
         format(
             "{0}: {1} is part of this release and comes no earlier than {2}, so both would wait "
             "for "
             "ever; write slipway.dev/after in the place of this, or give {1} a lower group",
             dependency.by,
             target.title(),
             item.title()
         )}
    );
}

bool names_dependencies(const Items& items) {
    const auto names_any = [](const Item& item) {
        return !item.hints().external_dependencies.empty();
    };
    return std::ranges::any_of(items.plain, names_any) ||
           std::ranges::any_of(items.hooks, names_any);
}

/// Adds an error for each dependency of `item` on something of the release that `is_too_late`.
template <class Predicate>
void check_item(
    const Item& item,
    const std::map<ObjectId, const Placed*>& own,
    const Frame& frame,
    Predicate is_too_late,
    ErrorList& errors
) {
    for (const auto& dependency : item.hints().external_dependencies) {
        const ObjectId target = id_of(dependency, frame);
        const auto found = own.find(target);
        if (found != own.end() && is_too_late(*found->second)) {
            errors.add(waits_for_itself(item, dependency, target));
        }
    }
}

/// The hooks that run before all groups, and where it is told what they pull forward.
struct Early {
    dialect::HookEvent event;
    Findings& findings;
};

/// What a hook needs or comes after is there before it runs.
void serve_hook(
    std::vector<Placed>& all,
    const Item& hook,
    const std::vector<std::size_t>& needs,
    const std::vector<Bond>& bonds,
    Early early
) {
    const bool is_early = runs_at(hook, early.event);
    for (const std::size_t need : needs) {
        if (is_early) pull_before_hook(all[need], hook, early.findings);
        all[need].needed = true;
    }
    for (const Bond& bond : bonds) {
        if (is_early) pull_before_hook(all[bond.target], hook, early.findings);
        all[bond.target].needed = all[bond.target].needed || bond.until == Until::Ready;
    }
}

}  // namespace

Needs::Needs(const std::vector<Item>& plain) {
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const Object& object = plain[i].object();
        if (is_namespace(object.id())) namespaces_.emplace(object.name(), i);
        if (!is_definition(object.id())) continue;
        definitions_.emplace(
            GroupKind{object.text("/spec/group"), object.text("/spec/names/kind")}, i
        );
    }
}

std::vector<std::size_t> Needs::of(const ObjectId& id) const {
    std::vector<std::size_t> needs;
    const auto definition = definitions_.find(id.group_kind());
    if (definition != definitions_.end()) needs.push_back(definition->second);
    const auto in_namespace = namespaces_.find(id.in_namespace);
    if (in_namespace != namespaces_.end()) needs.push_back(in_namespace->second);
    return needs;
}

const Bond* bond_to(const Placed& one, std::size_t target) {
    const auto found = std::ranges::find(one.after, target, &Bond::target);
    return found == one.after.end() ? nullptr : &*found;
}

bool share_a_stage(const Placed& one, const Placed& other) {
    if (one.before_hooks || other.before_hooks) return one.before_hooks && other.before_hooks;
    return one.group == other.group;
}

Result<std::vector<Placed>> place(
    const Items& items,
    const Bonds& bonds,
    dialect::HookEvent early,
    std::vector<dialect::Finding>& findings
) {
    const Needs needs(items.plain);
    std::vector<Placed> all;
    all.reserve(items.plain.size());
    for (std::size_t at = 0; at < items.plain.size(); ++at) {
        all.push_back(placed_as_said(items.plain[at]));
        all.back().needs = needs.of(items.plain[at].id());
        all.back().after = bonds.of_plain[at];
        all.back().delete_after = bonds.of_deletions[at];
    }
    const Dependencies dependencies = dependencies_of(all);
    const auto found = sequence_of(dependencies);
    if (const auto* cycle = std::get_if<Cycle>(&found)) return runs_in_a_circle(all, *cycle);
    const Sequence& sequence = std::get<Sequence>(found);
    for (std::size_t turn = 0; turn < sequence.size(); ++turn)
        all[sequence[turn]].turn = turn;
    bind_groups(all, sequence);
    for (std::size_t at = 0; at < items.hooks.size(); ++at)
        serve_hook(
            all,
            items.hooks[at],
            needs.of(items.hooks[at].id()),
            bonds.of_hooks[at],
            {early, findings}
        );
    pull_forward(all, dependencies, sequence, findings);
    mark_bound(all, sequence);
    return all;
}

Result<void> check_dependencies(
    const Items& items, const std::vector<Placed>& placed, const Frame& frame
) {
    if (!names_dependencies(items)) return {};
    std::map<ObjectId, const Placed*> own;
    for (const Placed& one : placed)
        own.emplace(one.item->id(), &one);
    ErrorList errors;
    for (const Placed& one : placed) {
        const auto is_too_late = [&](const Placed& target) {
            return !target.before_hooks && target.group >= one.group;
        };
        check_item(*one.item, own, frame, is_too_late, errors);
    }
    for (const Item& hook : items.hooks) {
        // On later operations what the release brings is there from the one before.
        if (!runs_at(hook, dialect::HookEvent::PreInstall)) continue;
        check_item(
            hook, own, frame, [](const Placed& target) { return !target.before_hooks; }, errors
        );
    }
    return errors.result();
}

}  // namespace slipway::plan
