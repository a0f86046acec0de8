#include "core/dialect/dialect.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/dialects.gen.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::dialect {
namespace {

const std::vector<const Dialect*>& by_precedence() {
    static const std::vector<const Dialect*> sorted = [] {
        std::vector<const Dialect*> all(std::begin(dialects::all), std::end(dialects::all));
        std::sort(all.begin(), all.end(), [](const Dialect* left, const Dialect* right) {
            return left->precedence > right->precedence;
        });
        return all;
    }();
    return sorted;
}

Result<void> check_names(const std::vector<std::string>& enabled) {
    if (enabled.empty()) return {};
    const auto known = names();
    for (const std::string& name : enabled) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "spec.dialects: \"{}\" is not known; the dialects are {}",
                name,
                fmt::to_string(fmt::join(known, ", "))
            )};
    }
    return {};
}

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

using AnnotationViews = std::vector<std::pair<std::string_view, std::string_view>>;

/// Most objects carry annotations of one dialect or none.
bool is_meant(const Dialect& dialect, const AnnotationViews& annotations) {
    return std::ranges::any_of(annotations, [&](const auto& annotation) {
        return annotation.first.find(dialect.mark) != std::string_view::npos;
    });
}

/// Merges what dialects of lower and lower precedence say of one object.
class Merge {
public:
    explicit Merge(const Object& object) : object_(object) {}

    void add(Hints&& lower) {
        take(merged_.group, lower.group);
        take(merged_.delete_phase, lower.delete_phase);
        take(merged_.hook, lower.hook);
        take(merged_.before_hooks, lower.before_hooks);
        take(merged_.hook_weight, lower.hook_weight);
        take(merged_.hook_delete_policy, lower.hook_delete_policy);
        take(merged_.keep, lower.keep);
        take(merged_.wait, lower.wait);
        take(merged_.wait_for, lower.wait_for);
        take(merged_.fail_when, lower.fail_when);
        take(merged_.timeout, lower.timeout);
        take(merged_.recreate, lower.recreate);
        take(merged_.conflicts, lower.conflicts);
        take(merged_.adopt, lower.adopt);
        take(merged_.only_at, lower.only_at);
        take(merged_.deleted_when, lower.deleted_when);
        take(merged_.propagation, lower.propagation);
        take(merged_.skip_create, lower.skip_create);
        take(merged_.skip_update, lower.skip_update);
        take(merged_.skip_recreate, lower.skip_recreate);
        take(merged_.excluded, lower.excluded);
        take(merged_.replicas_on_creation, lower.replicas_on_creation);
        take(merged_.failures_allowed, lower.failures_allowed);
        take(merged_.failure_ignored, lower.failure_ignored);
        take(merged_.no_activity_timeout, lower.no_activity_timeout);
        merged_.tracked_hook = merged_.tracked_hook || lower.tracked_hook;
        take(merged_.bound_by_dependencies, lower.bound_by_dependencies);
        append(merged_.after, lower.after);
        append(merged_.delete_after, lower.delete_after);
        append(merged_.external_dependencies, lower.external_dependencies);
        append(merged_.findings, lower.findings);
    }

    Hints result() && {
        settle_place();
        if (merged_.hook && !merged_.only_at) {
            settle_as_hook();
        } else if (!merged_.hook) {
            settle_as_plain();
        }
        return std::move(merged_);
    }

private:
    /// nelm's deploy-on without an event says that it is no hook, and above it a native hook that
    /// it is nothing else.
    void settle_place() {
        if (merged_.hook && merged_.only_at && merged_.hook->by != merged_.only_at->by)
            merged_.only_at.reset();
        if (merged_.hook && merged_.hook->value.empty()) merged_.hook.reset();
        if (merged_.skip_recreate) merged_.recreate = {Recreate::Never, merged_.skip_recreate->by};
        if (merged_.deleted_when && !is_job(object_.id()) && !is_pod(object_.id())) stay();
    }

    /// Deleting what serves, because it does, is nobody's wish.
    void stay() {
        const std::string by = merged_.deleted_when->by;
        warn(rules::serves_on, by, format("{}: a {} is not deleted", by, object_.kind()));
        merged_.deleted_when.reset();
        const auto& policy = merged_.hook_delete_policy;
        const bool before = policy && policy->value.contains(HookDeletePolicy::BeforeCreation);
        if (merged_.recreate && merged_.recreate->by == by && !before) merged_.recreate.reset();
    }

    void settle_as_hook() {
        if (merged_.wait && merged_.wait->value == WaitHint::None) {
            warn(
                rules::hook_is_waited_for,
                merged_.wait->by,
                format("{} has no effect: a hook is waited for", merged_.wait->by)
            );
            merged_.wait.reset();
        }
        merged_.before_hooks.reset();
        drop(merged_.group, "the place of a hook is its event and its weight");
        drop(merged_.delete_phase, "a hook is not deleted with the release");
        const auto& policy = merged_.hook_delete_policy;
        if (policy && merged_.recreate && merged_.recreate->by == policy->by)
            merged_.recreate.reset();
        merged_.deleted_when.reset();
    }

    void settle_as_plain() {
        warn_of_orphan(merged_.hook_weight);
        const auto& policy = merged_.hook_delete_policy;
        if (policy && is_of_hooks_only(policy->by)) warn_of_orphan(policy);
    }

    /// Others speak of every object.
    static bool is_of_hooks_only(const std::string& by) {
        return by.starts_with("helm.sh/") || by.starts_with("slipway.dev/");
    }

    template <class T>
    void take(std::optional<Said<T>>& winner, std::optional<Said<T>>& lower) {
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

    template <class T>
    static void append(std::vector<T>& all, std::vector<T>& more) {
        all.insert(
            all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end())
        );
    }

    void drop(std::optional<Said<int>>& number, std::string_view why) {
        if (number)
            warn(
                rules::number_on_hook, number->by, format("{} has no effect: {}", number->by, why)
            );
        number.reset();
    }

    template <class T>
    void warn_of_orphan(const std::optional<Said<T>>& said) {
        if (!said) return;
        warn(
            rules::hook_key_without_hook,
            said->by,
            format("{} has no effect: the object is no hook", said->by)
        );
    }

    void warn(const Rule& rule, const std::string& by, std::string message) {
        merged_.findings.push_back({&rule, std::move(message), object_.title(), key_of(by)});
    }

    const Object& object_;
    Hints merged_{};
};

}  // namespace

std::vector<std::string_view> names() {
    std::vector<std::string_view> all;
    for (const Dialect* dialect : by_precedence())
        all.push_back(dialect->name);
    return all;
}

Result<Hints> read(const Object& object, const std::vector<std::string>& enabled) {
    TRY(check_names(enabled));
    const auto annotations = object.annotation_views();
    if (annotations.empty()) return Hints{};
    Merge merge(object);
    for (const Dialect* dialect : by_precedence()) {
        const bool speaks =
            enabled.empty() ||
            std::find(enabled.begin(), enabled.end(), dialect->name) != enabled.end();
        if (speaks && is_meant(*dialect, annotations)) merge.add(TRY(dialect->read(object)));
    }
    return std::move(merge).result();
}

}  // namespace slipway::dialect
