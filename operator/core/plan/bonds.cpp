#include "core/plan/bonds.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/plan/check.hpp"
#include "core/plan/error_list.hpp"
#include "core/plan/sequence.hpp"

namespace slipway::plan {
namespace {

using dialect::InnerDependency;

bool matches(const Item& item, const InnerDependency& wanted, const Frame& frame) {
    const ObjectId& id = item.id();
    const auto fits = [](const std::string& want, std::string_view have) {
        return want.empty() || want == have;
    };
    if (!fits(wanted.name, id.name) || !fits(wanted.in_namespace, id.in_namespace)) return false;
    if (!fits(wanted.group, id.group) || !fits(wanted.version, item.object().version()))
        return false;
    if (wanted.resource.empty() || wanted.resource == id.kind) return true;
    const Kind* kind = frame.kinds.find_resource(wanted.resource);
    return kind != nullptr && kind->group_kind() == id.group_kind();
}

/// What a dependency may mean, found once for all that ask alike.
class Candidates {
public:
    Candidates(const Items& items, const Frame& frame) : items_(items), frame_(frame) {
        for (std::size_t at = 0; at < items.plain.size(); ++at) {
            all_.push_back(at);
            by_name_[items.plain[at].id().name].push_back(at);
        }
    }

    /// TooLarge where comparing all that is named alike would take too long.
    Result<std::span<const std::size_t>> of(const InnerDependency& wanted) {
        const auto [known, is_new] = found_.try_emplace(key_of(wanted));
        if (!is_new) return std::span<const std::size_t>(known->second);
        const auto& few = wanted.name.empty() ? all_ : by_name_[wanted.name];
        compared_ += few.size();
        if (compared_ > most_comparisons) return too_many(wanted);
        for (const std::size_t at : few) {
            if (matches(items_.plain[at], wanted, frame_)) known->second.push_back(at);
        }
        return std::span<const std::size_t>(known->second);
    }

private:
    static constexpr std::size_t most_comparisons = 1'000'000;

    static std::string key_of(const InnerDependency& wanted) {
        return join(
            {wanted.resource, wanted.group, wanted.version, wanted.in_namespace, wanted.name}, "/"
        );
    }

    static Error too_many(const InnerDependency& wanted) {
        return {
            ErrorKind::TooLarge,
            format(
                "{}: the dependencies of this release are compared with more than {} objects; name "
                "each by kind and name",
                wanted.by,
                most_comparisons
            )};
    }

    const Items& items_;
    const Frame& frame_;
    std::vector<std::size_t> all_{};
    std::map<Interned, std::vector<std::size_t>> by_name_{};
    std::map<std::string, std::vector<std::size_t>> found_{};
    std::size_t compared_ = 0;
};

/// The one beside the object that asks, else the first (nelm).
std::optional<std::size_t> nearest_of(
    std::span<const std::size_t> found, const Item& asking, const Items& items
) {
    std::optional<std::size_t> first;
    for (const std::size_t at : found) {
        const Item& item = items.plain[at];
        if (item.body == asking.body) continue;
        if (item.id().in_namespace == asking.id().in_namespace) return at;
        if (!first) first = at;
    }
    return first;
}

Error names_nothing(
    const Item& item, const InnerDependency& wanted, const Items& items, const Frame& frame
) {
    const bool itself = matches(item, wanted, frame);
    const bool is_hook = std::ranges::any_of(items.hooks, [&](const Item& hook) {
        return matches(hook, wanted, frame);
    });
    const std::string what = wanted.resource + "/" + wanted.name;
    std::string why = format(
        "{} is no object of this release; for what is outside write slipway.dev/requires", what
    );
    if (itself) why = format("{} is the object itself", what);
    if (is_hook && !itself)
        why = format("{} is a hook, whose place is its event and its weight", what);
    return in_context(
        item.place(), {ErrorKind::InvalidAnnotation, format("{}: {}", wanted.by, why)}
    );
}

dialect::Finding without_effect(const Item& item, const InnerDependency& wanted) {
    return finding_about(
        dialect::rules::dependency_on_nothing,
        *item.sourced,
        format("{} matches nothing of the release, and has no effect", wanted.by)
    );
}

dialect::Finding at_rest(const Item& item, const InnerDependency& wanted, Operation operation) {
    return finding_about(
        dialect::rules::not_of_this_operation,
        *item.sourced,
        format(
            "{} has no effect: what it names is not deployed by this {}",
            wanted.by,
            lower_case(word(operation))
        )
    );
}

/// Looks each dependency up once.
class Binding {
public:
    Binding(const Items& items, const Frame& frame, std::vector<dialect::Finding>& findings)
        : items_(items), frame_(frame), findings_(findings), candidates_(items, frame) {}

    std::vector<std::vector<Bond>> bind(const std::vector<Item>& asking) {
        std::vector<std::vector<Bond>> all(asking.size());
        for (std::size_t at = 0; at < asking.size(); ++at) {
            for (const InnerDependency& wanted : asking[at].hints().after)
                bind(asking[at], wanted, all[at]);
        }
        return all;
    }

    /// Until which others are gone each is not deleted.
    std::vector<std::vector<Bond>> bind_deletions(const std::vector<Item>& asking) {
        std::vector<std::vector<Bond>> all(asking.size());
        for (std::size_t at = 0; at < asking.size(); ++at) {
            for (const InnerDependency& wanted : asking[at].hints().terms->delete_after)
                bind(asking[at], wanted, all[at]);
        }
        return all;
    }

    Result<void> result() const { return errors_.result(); }

private:
    void bind(const Item& item, const InnerDependency& wanted, std::vector<Bond>& bonds) {
        const auto found = candidates_.of(wanted);
        if (!found) return errors_.add(in_context(item.place(), found.error()));
        if (const auto target = nearest_of(*found, item, items_)) {
            const Until until = wanted.until_ready ? Until::Ready : Until::Applied;
            bonds.push_back({*target, until, &wanted});
        } else if (rests(wanted)) {
            findings_.push_back(at_rest(item, wanted, frame_.operation));
        } else if (wanted.must_exist) {
            errors_.add(names_nothing(item, wanted, items_, frame_));
        } else {
            findings_.push_back(without_effect(item, wanted));
        }
    }

    /// This operation does not apply it: it stands from the one that did, or comes with another.
    bool rests(const InnerDependency& wanted) const {
        const auto fits = [&](const Item& item) { return matches(item, wanted, frame_); };
        return std::ranges::any_of(items_.resting, fits) ||
               std::ranges::any_of(items_.hooks, [&](const Item& hook) {
                   return hook.hints().terms->only_at && fits(hook);
               });
    }

    const Items& items_;
    const Frame& frame_;
    std::vector<dialect::Finding>& findings_;
    Candidates candidates_;
    ErrorList errors_{};
};

Dependencies targets_of(const std::vector<std::vector<Bond>>& bonds) {
    Dependencies targets(bonds.size());
    for (std::size_t at = 0; at < bonds.size(); ++at) {
        for (const Bond& bond : bonds[at])
            targets[at].push_back(bond.target);
    }
    return targets;
}

Error deleted_in_a_circle(const Items& items, const Cycle& cycle) {
    std::vector<std::string> titles;
    for (const std::size_t place : cycle.places)
        titles.push_back(items.plain[place].title());
    return {
        ErrorKind::InvalidAnnotation,
        format(
            "{}: objects are to be deleted after each other in a cycle: {}; take one of their "
            "werf.io/delete-dependency-<id> away",
            items.plain[cycle.places.front()].place(),
            join(titles, " after ")
        )};
}

Result<std::vector<std::vector<ObjectId>>> deletions_of(const Items& items, Binding& binding) {
    const Dependencies targets = targets_of(binding.bind_deletions(items.plain));
    const auto found = sequence_of(targets);
    if (const auto* cycle = std::get_if<Cycle>(&found)) return deleted_in_a_circle(items, *cycle);
    std::vector<std::vector<ObjectId>> ids(targets.size());
    for (std::size_t at = 0; at < targets.size(); ++at) {
        for (const std::size_t target : targets[at])
            ids[at].push_back(items.plain[target].id());
    }
    return ids;
}

}  // namespace

Result<Bonds> bonds_of(
    const Items& items, const Frame& frame, std::vector<dialect::Finding>& findings
) {
    const auto asks = [](const Item& item) {
        return !item.hints().after.empty() || !item.hints().terms->delete_after.empty();
    };
    if (std::ranges::none_of(items.plain, asks) && std::ranges::none_of(items.hooks, asks)) {
        return Bonds{
            .of_plain = std::vector<std::vector<Bond>>(items.plain.size()),
            .of_hooks = std::vector<std::vector<Bond>>(items.hooks.size()),
            .of_deletions = std::vector<std::vector<ObjectId>>(items.plain.size())};
    }
    Binding binding(items, frame, findings);
    Bonds bonds{.of_plain = binding.bind(items.plain), .of_hooks = binding.bind(items.hooks)};
    bonds.of_deletions = TRY(deletions_of(items, binding));
    TRY(binding.result());
    return bonds;
}

}  // namespace slipway::plan
