#include "core/dialect/merge.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::dialect {
namespace {

/// Of "werf.io/weight=-1".
std::string key_of(const std::string& said) { return said.substr(0, said.find('=')); }

bool same(const auto& left, const auto& right) { return left == right; }

bool same(
    const std::vector<condition::Requirement>& left,
    const std::vector<condition::Requirement>& right
) {
    return std::equal(
        left.begin(),
        left.end(),
        right.begin(),
        right.end(),
        [](const condition::Requirement& one, const condition::Requirement& other) {
            return one.text == other.text;
        }
    );
}

template <class T>
void append(std::vector<T>& all, std::vector<T>& more) {
    all.insert(
        all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end())
    );
}

/// Others speak of every object.
bool is_of_hooks_only(const std::string& by) {
    return by.starts_with("helm.sh/") || by.starts_with("slipway.dev/");
}

/// What the annotation said that also gave the hook's policy is said of hooks alone.
void keep_to_policy(Terms& terms, const Said<std::set<HookDeletePolicy>>& policy) {
    if (terms.recreate && terms.recreate->by == policy.by) terms.recreate.reset();
    terms.deleted_when.reset();
}

}  // namespace

void Merge::add(Hints&& lower) {
    take(merged_.group, lower.group);
    take(merged_.delete_phase, lower.delete_phase);
    take(merged_.hook, lower.hook);
    take(merged_.before_hooks, lower.before_hooks);
    take(merged_.hook_weight, lower.hook_weight);
    take(merged_.hook_delete_policy, lower.hook_delete_policy);
    take(merged_.keep, lower.keep);
    take(merged_.wait, lower.wait);
    take(merged_.wait_for, lower.wait_for);
    merged_.tracked_hook = merged_.tracked_hook || lower.tracked_hook;
    take(merged_.bound_by_dependencies, lower.bound_by_dependencies);
    append(merged_.after, lower.after);
    append(merged_.external_dependencies, lower.external_dependencies);
    append(merged_.findings, lower.findings);
    if (lower.terms.are_said()) add(std::move(lower.terms.edit()));
}

void Merge::add(Terms&& lower) {
    Terms& terms = merged_.terms.edit();
    take(terms.fail_when, lower.fail_when);
    take(terms.timeout, lower.timeout);
    take(terms.recreate, lower.recreate);
    take(terms.conflicts, lower.conflicts);
    take(terms.adopt, lower.adopt);
    take(terms.only_at, lower.only_at);
    take(terms.deleted_when, lower.deleted_when);
    take(terms.propagation, lower.propagation);
    take(terms.skip_create, lower.skip_create);
    take(terms.skip_update, lower.skip_update);
    take(terms.skip_recreate, lower.skip_recreate);
    take(terms.excluded, lower.excluded);
    take(terms.replicas_on_creation, lower.replicas_on_creation);
    take(terms.failures_allowed, lower.failures_allowed);
    take(terms.failure_ignored, lower.failure_ignored);
    take(terms.no_activity_timeout, lower.no_activity_timeout);
    append(terms.delete_after, lower.delete_after);
}

Hints Merge::result() && {
    settle_place();
    const bool is_only_hook = merged_.hook && !merged_.terms->only_at;
    // A Pod that serves is ready, and has not ended.
    if (!is_only_hook && merged_.terms->deleted_when && !is_job(object_.id())) stay();
    if (is_only_hook) {
        settle_as_hook();
    } else if (!merged_.hook) {
        settle_as_plain();
    }
    return std::move(merged_);
}

/// nelm's deploy-on without an event says that it is no hook, and above it a native hook that it is
/// nothing else.
void Merge::settle_place() {
    const auto& only_at = merged_.terms->only_at;
    if (merged_.hook && only_at && merged_.hook->by != only_at->by)
        merged_.terms.edit().only_at.reset();
    if (merged_.hook && merged_.hook->value.empty()) merged_.hook.reset();
    if (const auto& skip = merged_.terms->skip_recreate)
        merged_.terms.edit().recreate = {Recreate::Never, skip->by};
}

/// Deleting what serves, because it does, is nobody's wish.
void Merge::stay() {
    Terms& terms = merged_.terms.edit();
    const std::string by = terms.deleted_when->by;
    warn(rules::serves_on, by, format("{}: a {} is not deleted", by, object_.kind()));
    terms.deleted_when.reset();
    const auto& policy = merged_.hook_delete_policy;
    const bool before = policy && policy->value.contains(HookDeletePolicy::BeforeCreation);
    if (terms.recreate && terms.recreate->by == by && !before) terms.recreate.reset();
}

void Merge::settle_as_hook() {
    if (merged_.wait && merged_.wait->value == WaitHint::None) {
        const std::string by = merged_.wait->by;
        warn(rules::hook_is_waited_for, by, format("{} has no effect: a hook is waited for", by));
        merged_.wait.reset();
    }
    merged_.before_hooks.reset();
    drop(merged_.group, "the place of a hook is its event and its weight");
    drop(merged_.delete_phase, "a hook is not deleted with the release");
    const auto& policy = merged_.hook_delete_policy;
    if (policy && merged_.terms.are_said()) keep_to_policy(merged_.terms.edit(), *policy);
}

void Merge::settle_as_plain() {
    warn_of_orphan(merged_.hook_weight);
    const auto& policy = merged_.hook_delete_policy;
    if (policy && is_of_hooks_only(policy->by)) warn_of_orphan(policy);
}

template <class T>
void Merge::take(std::optional<Said<T>>& winner, std::optional<Said<T>>& lower) {
    if (!lower) return;
    if (!winner) {
        winner = std::move(lower);
    } else if (!same(winner->value, lower->value)) {
        warn(
            rules::contradiction,
            winner->by,
            format("{} and {} contradict each other; the first counts", winner->by, lower->by)
        );
    }
}

void Merge::drop(std::optional<Said<int>>& number, std::string_view why) {
    if (number)
        warn(rules::number_on_hook, number->by, format("{} has no effect: {}", number->by, why));
    number.reset();
}

template <class T>
void Merge::warn_of_orphan(const std::optional<Said<T>>& said) {
    if (!said) return;
    warn(
        rules::hook_key_without_hook,
        said->by,
        format("{} has no effect: the object is no hook", said->by)
    );
}

void Merge::warn(const Rule& rule, const std::string& by, std::string message) {
    merged_.findings.push_back({&rule, std::move(message), object_.title(), key_of(by)});
}

}  // namespace slipway::dialect
