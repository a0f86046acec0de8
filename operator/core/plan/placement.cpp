#include "core/plan/placement.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/awaits.hpp"
#include "core/plan/error_list.hpp"

namespace slipway::plan {
namespace {

namespace rules = dialect::rules;

std::string said_group(const Item& item) {
    const auto& group = item.hints.group;
    return group ? group->by : std::string("default group 0");
}

Placed placed_as_said(const Item& item) {
    const auto& group = item.hints.group;
    const auto& first = item.hints.before_hooks;
    return {
        .item = &item,
        .group = group ? group->value : 0,
        .before_hooks = first.has_value(),
        .needed = first.has_value(),
        .why = first ? first->by : said_group(item),
    };
}

/// What pulls a needed object forward, in words.
std::string what_needs(const Placed& needed) {
    return is_namespace(needed.item->id()) ? "objects in it" : "objects of its kind";
}

void pull(Placed& needed, const Placed& by, std::vector<dialect::Finding>& findings) {
    const std::string reason =
        format("{} like {} are in group {}", what_needs(needed), by.item->title(), by.group);
    const dialect::Rule& rule = is_namespace(needed.item->id()) ? rules::namespace_pulled_forward
                                                                : rules::definition_pulled_forward;
    findings.push_back(
        {&rule,
         format(
             "comes with group {} instead of its own ({}), because {}; give it that number or a "
             "lower "
             "one",
             by.group,
             said_group(*needed.item),
             reason
         ),
         needed.item->title(),
         "",
         needed.item->sourced->place}
    );
    needed.group = by.group;
    needed.why = format("pulled forward from {} because {}", said_group(*needed.item), reason);
}

/// The earliest object that needs each one decides.
void pull_forward(std::vector<Placed>& all, std::vector<dialect::Finding>& findings) {
    std::map<std::size_t, const Placed*> earliest;
    for (const Placed& one : all) {
        for (const std::size_t need : one.needs) {
            const auto [entry, is_first] = earliest.emplace(need, &one);
            if (!is_first && one.group < entry->second->group) entry->second = &one;
        }
    }
    for (const auto& [need, by] : earliest) {
        all[need].needed = true;
        if (!all[need].before_hooks && by->group < all[need].group) pull(all[need], *by, findings);
    }
}

void pull_before_hook(Placed& needed, const Item& hook, std::vector<dialect::Finding>& findings) {
    if (needed.before_hooks) return;
    needed.before_hooks = true;
    needed.why = format("needed by hook {} ({})", hook.title(), hook.hints.hook->by);
    findings.push_back(
        {&rules::needed_by_hook,
         format(
             "comes before all hooks, because hook {} ({}) needs it",
             hook.title(),
             hook.hints.hook->by
         ),
         needed.item->title(),
         "",
         needed.item->sourced->place}
    );
}

bool runs_at(const Item& hook, dialect::HookEvent event) {
    const auto& events = hook.hints.hook->value;
    return std::find(events.begin(), events.end(), event) != events.end();
}

Error waits_for_itself(
    const Item& item, const dialect::ExternalDependency& dependency, const ObjectId& target
) {
    return in_context(
        item.place(),
        {ErrorKind::InvalidAnnotation,
         format(
             "{}: {} is part of this release and comes no earlier than {}, so both would wait for "
             "ever; order them with werf.io/weight or slipway.dev/phase instead",
             dependency.by,
             target.title(),
             item.title()
         )}
    );
}

bool names_dependencies(const Items& items) {
    const auto names_any = [](const Item& item) {
        return !item.hints.external_dependencies.empty();
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
    for (const auto& dependency : item.hints.external_dependencies) {
        const ObjectId target = id_of(dependency, frame);
        const auto found = own.find(target);
        if (found != own.end() && is_too_late(*found->second)) {
            errors.add(waits_for_itself(item, dependency, target));
        }
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

std::vector<Placed> place(
    const Items& items, dialect::HookEvent early, std::vector<dialect::Finding>& findings
) {
    const Needs needs(items.plain);
    std::vector<Placed> all;
    all.reserve(items.plain.size());
    for (const Item& item : items.plain) {
        all.push_back(placed_as_said(item));
        all.back().needs = needs.of(item.id());
    }
    pull_forward(all, findings);
    for (const Item& hook : items.hooks) {
        const bool is_early = runs_at(hook, early);
        for (const std::size_t need : needs.of(hook.id())) {
            if (is_early) pull_before_hook(all[need], hook, findings);
            all[need].needed = true;
        }
    }
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
