/// Helm's hooks and resource policy: https://helm.sh/docs/topics/charts_hooks/ and, where the page
/// is silent, pkg/release/v1/util/manifest_sorter.go.
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::dialect::dialects {
namespace {

constexpr std::string_view prefix = "helm.sh/";

Error unknown_event(const Annotation& annotation, std::string_view piece) {
    return annotation.error(format(
        "names \"{}\", which is no hook event, and Helm would silently drop the object; the events "
        "are pre-install, post-install, pre-upgrade, post-upgrade, pre-rollback, post-rollback, "
        "pre-delete, post-delete and test",
        piece
    ));
}

void warn_of_doubles(Hints& hints, const Annotation& annotation, std::vector<HookEvent> events) {
    std::ranges::sort(events);
    const auto twice = std::ranges::adjacent_find(events);
    if (twice == events.end() || *twice == HookEvent::Test) return;
    hints.findings.push_back(annotation.finding(
        rules::event_named_twice,
        format("{} names {} more than once, and runs as often", annotation.text(), word(*twice))
    ));
}

Result<void> read_hook(Hints& hints, const Annotation& annotation) {
    std::vector<HookEvent> events;
    for (const std::string& given : TRY(pieces(annotation))) {
        const std::string piece = lower_case(given);
        if (piece == "crd-install") {
            hints.before_hooks = {true, annotation.text()};
        } else if (piece == "test" || piece == "test-success") {
            events.push_back(HookEvent::Test);
        } else if (const auto event = hook_event(piece)) {
            events.push_back(*event);
        } else {
            return unknown_event(annotation, piece);
        }
    }
    warn_of_doubles(hints, annotation, events);
    if (!events.empty()) hints.hook = {events, annotation.text()};
    return {};
}

/// What strconv.Atoi refuses is weight 0 for Helm; beyond our range the nearest number keeps the
/// order.
Result<void> read_weight(Hints& hints, const Annotation& annotation) {
    const auto number = parse_integer(annotation.value);
    const std::int64_t bounded =
        std::clamp<std::int64_t>(number.value_or(0), any_integer.least, any_integer.greatest);
    hints.hook_weight = {static_cast<int>(bounded), annotation.text()};
    if (number == bounded) return {};
    const std::string why = number ? format("is beyond any weight and taken for {}", bounded)
                                   : std::string("is not an integer and taken for 0, as Helm does");
    hints.findings.push_back(annotation.finding(
        rules::bad_hook_weight,
        format(
            "{}: \"{}\" {}; write one in quotes, like \"-5\"", annotation.key, annotation.value, why
        )
    ));
    return {};
}

std::optional<HookDeletePolicy> delete_policy(std::string_view name) {
    if (name == "before-hook-creation") return HookDeletePolicy::BeforeCreation;
    if (name == "hook-succeeded") return HookDeletePolicy::Succeeded;
    if (name == "hook-failed") return HookDeletePolicy::Failed;
    return std::nullopt;
}

Result<void> read_delete_policy(Hints& hints, const Annotation& annotation) {
    std::set<HookDeletePolicy> policies;
    for (const std::string& given : TRY(pieces(annotation))) {
        const std::string piece = lower_case(given);
        if (const auto policy = delete_policy(piece)) {
            policies.insert(*policy);
            continue;
        }
        hints.findings.push_back(annotation.finding(
            rules::unknown_delete_policy,
            format(
                "{}: \"{}\" is no delete policy and has no effect; the policies are "
                "before-hook-creation, hook-succeeded and hook-failed",
                annotation.key,
                piece
            )
        ));
    }
    if (!policies.empty()) hints.hook_delete_policy = {policies, annotation.text()};
    return {};
}

Result<void> read_resource_policy(Hints& hints, const Annotation& annotation) {
    if (lower_case(trimmed(annotation.value)) == "keep") {
        hints.keep = {true, annotation.text()};
        if (annotation.value != "keep") {
            hints.findings.push_back(annotation.finding(
                rules::loosely_kept,
                format("{}: \"{}\" is taken for \"keep\"", annotation.key, annotation.value)
            ));
        }
        return {};
    }
    hints.findings.push_back(annotation.finding(
        rules::unknown_resource_policy,
        format("{} has no effect; the only policy is \"keep\"", annotation.text())
    ));
    return {};
}

constexpr Key keys[] = {
    {"hook", read_hook},
    {"hook-weight", read_weight},
    {"hook-delete-policy", read_delete_policy},
    {"resource-policy", read_resource_policy},
};

constexpr IgnoredKey ignored[] = {{.name = "hook-output-log-policy"}};

/// Helm 2's value, which Helm 3 and 4 drop together with the object.
void place_crd_install(Hints& hints, const Object& object) {
    if (!hints.before_hooks) return;
    const bool comes_first = is_definition(object.id());
    hints.findings.push_back(
        {&rules::crd_install,
         format(
             "{}: crd-install is of Helm 2 and no hook any more; the object is applied {}. Remove "
             "the annotation",
             hints.before_hooks->by,
             comes_first ? "before everything else" : "as an ordinary one"
         ),
         object.title(),
         "helm.sh/hook"}
    );
    if (!comes_first) hints.before_hooks.reset();
}

Result<Hints> read(const Object& object) {
    Hints hints;
    const auto annotations = annotations_under(object, prefix);
    TRY(read_keys(hints, annotations, prefix, keys));
    place_crd_install(hints, object);
    warn_of_the_rest(hints, annotations, prefix, keys, ignored);
    if (object.annotation("helm.sh/hook") && !hints.hook) {
        hints.hook_weight.reset();
        hints.hook_delete_policy.reset();
    }
    return hints;
}

}  // namespace

extern const Dialect helm{.name = "helm", .precedence = 10, .mark = prefix, .read = read};

}  // namespace slipway::dialect::dialects
