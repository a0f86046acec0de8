/// The native dialect: everything the others say, with exact values and no silent defaults.
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/reference.hpp"
#include "core/dialect/spelling.hpp"
#include "core/model/release.hpp"

namespace slipway::dialect::dialects {
namespace {

constexpr std::string_view prefix = "slipway.dev/";

Result<void> read_phase(Hints& hints, const Annotation& annotation) {
    hints.group = {TRY(integer(annotation, any_integer)), annotation.text()};
    return {};
}

Result<void> read_delete_phase(Hints& hints, const Annotation& annotation) {
    hints.delete_phase = {TRY(integer(annotation, any_integer)), annotation.text()};
    return {};
}

Result<void> read_hook(Hints& hints, const Annotation& annotation) {
    std::vector<HookEvent> events;
    for (const std::string& piece : TRY(pieces(annotation))) {
        const auto event = hook_event(piece);
        if (!event) {
            return annotation.error(format(
                "names \"{}\", which is no hook event; the events are pre-install, post-install, "
                "pre-upgrade, post-upgrade, pre-rollback, post-rollback, pre-delete and "
                "post-delete",
                piece
            ));
        }
        events.push_back(*event);
    }
    hints.hook = {events, annotation.text()};
    return {};
}

Result<void> read_hook_weight(Hints& hints, const Annotation& annotation) {
    hints.hook_weight = {TRY(integer(annotation, any_integer)), annotation.text()};
    return {};
}

std::optional<HookDeletePolicy> delete_policy(std::string_view name) {
    if (name == "before-creation") return HookDeletePolicy::BeforeCreation;
    if (name == "succeeded") return HookDeletePolicy::Succeeded;
    if (name == "failed") return HookDeletePolicy::Failed;
    if (name == "never") return HookDeletePolicy::Never;
    return std::nullopt;
}

Result<void> read_hook_delete_policy(Hints& hints, const Annotation& annotation) {
    std::set<HookDeletePolicy> policies;
    for (const std::string& piece : TRY(pieces(annotation))) {
        const auto policy = delete_policy(piece);
        if (!policy) {
            return annotation.error(format(
                "names \"{}\", which is no delete policy; the policies are before-creation, "
                "succeeded, failed and never",
                piece
            ));
        }
        policies.insert(*policy);
    }
    if (policies.contains(HookDeletePolicy::Never) && policies.size() > 1) {
        return annotation.error("says never and something else; write only one of both");
    }
    hints.hook_delete_policy = {policies, annotation.text()};
    return {};
}

Result<void> read_wait(Hints& hints, const Annotation& annotation) {
    const auto say = [&](WaitHint hint) -> Result<void> {
        hints.wait = {hint, annotation.text()};
        return {};
    };
    if (annotation.value == "ready") return say(WaitHint::Ready);
    if (annotation.value == "exists") return say(WaitHint::Exists);
    if (annotation.value == "none") return say(WaitHint::None);
    if (annotation.value == "barrier") return say(WaitHint::Barrier);
    return annotation.error("is no way to wait; write ready, exists, none or barrier");
}

Result<void> read_wait_for(Hints& hints, const Annotation& annotation) {
    auto requirements = condition::parse_wait_for(annotation.value);
    if (!requirements) return in_context(annotation.key, requirements.error());
    hints.wait_for = {std::move(requirements).value(), annotation.text()};
    return {};
}

Result<void> read_fail_when(Hints& hints, const Annotation& annotation) {
    auto requirements = condition::parse_wait_for(annotation.value);
    if (!requirements) return in_context(annotation.key, requirements.error());
    hints.terms.edit().fail_when = {std::move(requirements).value(), annotation.text()};
    return {};
}

Result<void> read_timeout(Hints& hints, const Annotation& annotation) {
    const auto timeout = parse_duration(annotation.value);
    if (!timeout || *timeout <= Duration{0})
        return annotation.error("is no duration; write one like 90s or 5m");
    hints.terms.edit().timeout = {*timeout, annotation.text()};
    return {};
}

Result<void> read_recreate(Hints& hints, const Annotation& annotation) {
    const auto say = [&](Recreate recreate) -> Result<void> {
        hints.terms.edit().recreate = {recreate, annotation.text()};
        return {};
    };
    if (annotation.value == "never") return say(Recreate::Never);
    if (annotation.value == "immutable") return say(Recreate::Immutable);
    if (annotation.value == "always") return say(Recreate::Always);
    return annotation.error("is no way to recreate; write never, immutable or always");
}

Result<void> read_conflicts(Hints& hints, const Annotation& annotation) {
    if (annotation.value != "force" && annotation.value != "fail")
        return annotation.error("is no way out of a conflict; write force or fail");
    const bool force = annotation.value == "force";
    hints.terms.edit().conflicts = {
        force ? ConflictMode::Force : ConflictMode::Fail, annotation.text()};
    return {};
}

Result<void> read_keep(Hints& hints, const Annotation& annotation) {
    if (annotation.value != "true" && annotation.value != "false") {
        return annotation.error("is neither true nor false; write \"true\" or remove the annotation"
        );
    }
    hints.keep = {annotation.value == "true", annotation.text()};
    return {};
}

Result<void> read_after(Hints& hints, const Annotation& annotation) {
    for (Reference& reference : TRY(references(annotation, {"ready", "applied"}))) {
        hints.after.push_back({
            .resource = std::move(reference.type),
            .name = std::move(reference.name),
            .in_namespace = std::move(reference.in_namespace),
            .until_ready = reference.state != "applied",
            .by = annotation.text(),
        });
    }
    return {};
}

Result<void> read_requires(Hints& hints, const Annotation& annotation) {
    for (Reference& reference : TRY(references(annotation, {"ready", "exists"}))) {
        hints.external_dependencies.push_back({
            .name = reference.name,
            .resource = std::move(reference.type),
            .object = std::move(reference.name),
            .in_namespace = std::move(reference.in_namespace),
            .until_ready = reference.state != "exists",
            .by = annotation.text(),
        });
    }
    return {};
}

Result<void> read_adopt(Hints& hints, const Annotation& annotation) {
    if (annotation.value != "true")
        return annotation.error("is not true; write \"true\" or remove the annotation");
    hints.terms.edit().adopt = {true, annotation.text()};
    return {};
}

Result<void> ignore(Hints&, const Annotation&) { return {}; }

constexpr Key keys[] = {
    {"phase", read_phase},
    {"delete-phase", read_delete_phase},
    {"hook", read_hook},
    {"hook-weight", read_hook_weight},
    {"hook-delete-policy", read_hook_delete_policy},
    {"wait", read_wait},
    {"wait-for", read_wait_for},
    {"keep", read_keep},
    {"after", read_after},
    {"requires", read_requires},
    {"fail-when", read_fail_when},
    {"timeout", read_timeout},
    {"recreate", read_recreate},
    {"conflicts", read_conflicts},
    {"adopt", read_adopt},
    // What Slipway itself writes: an exported object may carry it.
    {"release", ignore},
    {"digest", ignore},
    {"run", ignore},
};

/// A Release inside a release carries keys that are meant for its own operation, not for its place.
constexpr std::string_view release_keys[] = {
    "reconcile-at", "retry-at", "rollback-to", "force-delete", "adopt"};

bool is_of_release(const Object& object, std::string_view name) {
    return object.group() == release_group && object.kind() == "Release" &&
           std::find(std::begin(release_keys), std::end(release_keys), name) !=
               std::end(release_keys);
}

std::vector<std::string_view> names_to_write() {
    std::vector<std::string_view> names;
    for (const Key& key : keys) {
        if (key.read != ignore) names.push_back(key.name);
    }
    return names;
}

Error unknown_key(const Annotation& annotation, std::string_view name) {
    const auto known = names_to_write();
    const auto meant = nearest(name, known);
    const std::string remedy =
        meant ? format("did you mean {}{}?", prefix, *meant)
              : format("the keys are {}", fmt::to_string(fmt::join(known, ", ")));
    return annotation.error(format("stands under a key that is not known; {}", remedy));
}

Result<Hints> read(const Object& object) {
    Hints hints;
    for (const Annotation& annotation : annotations_under(object, prefix)) {
        const std::string_view name = std::string_view(annotation.key).substr(prefix.size());
        if (is_of_release(object, name)) continue;
        const auto key = std::find_if(std::begin(keys), std::end(keys), [&](const Key& known) {
            return known.name == name;
        });
        if (key == std::end(keys)) return unknown_key(annotation, name);
        TRY(key->read(hints, annotation));
    }
    return hints;
}

}  // namespace

extern const Dialect slipway{.name = "slipway", .precedence = 100, .mark = prefix, .read = read};

}  // namespace slipway::dialect::dialects
