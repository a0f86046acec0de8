#include "core/plan/pulling.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan {
namespace {

namespace rules = dialect::rules;
using Findings = std::vector<dialect::Finding>;

bool is_needed_by(const Placed& one, std::size_t target) {
    return std::ranges::find(one.needs, target) != one.needs.end();
}

/// What pulls an object forward, in words, and the rule that speaks of it.
struct Pull {
    const dialect::Rule& rule;
    std::string reason;
};

Pull pull_of(const std::vector<Placed>& all, std::size_t target, const Placed& by) {
    const std::string where = by.before_hooks ? "before hooks" : format("in group {}", by.group);
    const std::string title = by.item->title();
    if (!is_needed_by(by, target)) {
        const std::string& said = bond_to(by, target)->said->by;
        return {rules::pulled_forward, format("{}, {}, comes after it ({})", title, where, said)};
    }
    if (is_namespace(all[target].item->id()))
        return {
            rules::namespace_pulled_forward, format("objects in it like {} are {}", title, where)};
    return {
        rules::definition_pulled_forward,
        format("objects of its kind like {} are {}", title, where)};
}

void pull(std::vector<Placed>& all, std::size_t target, const Placed& by, Findings& findings) {
    Placed& pulled = all[target];
    const auto [rule, reason] = pull_of(all, target, by);
    const std::string where =
        by.before_hooks ? "before all hooks" : format("with group {}", by.group);
    findings.push_back(finding_about(
        rule,
        *pulled.item->sourced,
        format(
            "comes {} instead of its own ({}), because {}; give it that number or a lower one",
            where,
            group_as_said(*pulled.item),
            reason
        )
    ));
    pulled.group = by.group;
    pulled.before_hooks = by.before_hooks;
    pulled.why = format("pulled forward from {} because {}", group_as_said(*pulled.item), reason);
}

bool comes_before(const Placed& one, const Placed& other) {
    if (one.before_hooks || other.before_hooks) return one.before_hooks && !other.before_hooks;
    return one.group < other.group;
}

}  // namespace

std::string group_as_said(const Item& item) {
    const auto& group = item.hints().group;
    return group ? group->by : std::string("default group 0");
}

void pull_forward(
    std::vector<Placed>& all,
    const Dependencies& dependencies,
    const Sequence& sequence,
    Findings& findings
) {
    std::vector<const Placed*> earliest(all.size(), nullptr);
    for (auto at = sequence.rbegin(); at != sequence.rend(); ++at) {
        const Placed* by = earliest[*at];
        if (by != nullptr && comes_before(*by, all[*at])) pull(all, *at, *by, findings);
        for (const std::size_t target : dependencies[*at]) {
            const Bond* bond = bond_to(all[*at], target);
            const bool until_ready = bond == nullptr || bond->until == Until::Ready;
            all[target].awaited = true;
            all[target].needed = all[target].needed || until_ready;
            const bool is_earlier =
                earliest[target] == nullptr || comes_before(all[*at], *earliest[target]);
            if (is_earlier) earliest[target] = &all[*at];
        }
    }
}

void pull_before_hook(Placed& needed, const Item& hook, Findings& findings) {
    if (needed.before_hooks) return;
    needed.before_hooks = true;
    needed.why = format("needed by hook {} ({})", hook.title(), hook.hints().hook->by);
    findings.push_back(finding_about(
        rules::needed_by_hook,
        *needed.item->sourced,
        format(
            "comes before all hooks, because hook {} ({}) needs it",
            hook.title(),
            hook.hints().hook->by
        )
    ));
}

}  // namespace slipway::plan
