/// KOTS' annotations of standard manifests:
/// https://docs.replicated.com/vendor/orchestrating-resource-deployment
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"

namespace slipway::dialect::dialects {
namespace {

constexpr std::string_view prefix = "kots.io/";
constexpr Range phases{-9999, 9999};

Result<void> read_creation_phase(Hints& hints, const Annotation& annotation) {
    hints.group = {TRY(integer(annotation, phases)), annotation.text()};
    return {};
}

Result<void> read_deletion_phase(Hints& hints, const Annotation& annotation) {
    hints.delete_phase = {TRY(integer(annotation, phases)), annotation.text()};
    return {};
}

Result<void> read_wait_for_ready(Hints& hints, const Annotation& annotation) {
    if (TRY(boolean(hints, annotation))) hints.wait = {WaitHint::Barrier, annotation.text()};
    return {};
}

/// KOTS wraps the path in braces itself, and takes a word without a dot for an identifier.
bool is_found_by_kots(std::string_view path) {
    return path.starts_with('.') || path.starts_with('[');
}

/// KOTS splits at each comma, then at the first equals sign; behind that, all is the value.
bool is_cut_by_kots(std::string_view property) {
    const std::string_view path = property.substr(0, property.find('='));
    const auto balance = std::ranges::count(path, '[') - std::ranges::count(path, ']');
    return balance != 0 || property.find(',') != property.npos;
}

void warn_of_kots(Hints& hints, const Annotation& annotation, const std::string& property) {
    if (is_cut_by_kots(property)) {
        hints.findings.push_back(annotation.finding(
            rules::property_that_kots_cuts,
            format("{}: \"{}\" is understood as a whole here", annotation.key, property)
        ));
    } else if (!is_found_by_kots(trimmed(property))) {
        hints.findings.push_back(annotation.finding(
            rules::path_that_kots_never_finds,
            format("{}: \"{}\" is found here, and not by KOTS", annotation.key, property)
        ));
    }
}

Result<void> read_wait_for_properties(Hints& hints, const Annotation& annotation) {
    auto requirements = condition::parse_properties(annotation.value);
    if (!requirements) return in_context(annotation.key, requirements.error());
    for (const condition::Requirement& requirement : *requirements)
        warn_of_kots(hints, annotation, requirement.text);
    hints.wait_for = {std::move(requirements).value(), annotation.text()};
    return {};
}

Result<void> read_keep(Hints& hints, const Annotation& annotation) {
    if (TRY(boolean(hints, annotation))) hints.keep = {true, annotation.text()};
    return {};
}

Result<void> read_exclude(Hints& hints, const Annotation& annotation) {
    if (TRY(boolean(hints, annotation))) hints.terms.edit().excluded = {true, annotation.text()};
    return {};
}

Result<void> read_when(Hints& hints, const Annotation& annotation) {
    if (!TRY(boolean(hints, annotation))) hints.terms.edit().excluded = {true, annotation.text()};
    return {};
}

/// KOTS looks for the words anywhere in the value. A Job that it deletes it makes again with the
/// next deployment.
Result<void> read_hook_delete_policy(Hints& hints, const Annotation& annotation) {
    std::set<HookDeletePolicy> policies;
    if (annotation.value.find("hook-succeeded") != annotation.value.npos)
        policies.insert(HookDeletePolicy::Succeeded);
    if (annotation.value.find("hook-failed") != annotation.value.npos)
        policies.insert(HookDeletePolicy::Failed);
    if (policies.empty()) {
        hints.findings.push_back(annotation.finding(
            rules::unknown_delete_policy,
            format(
                "{} has no effect; the policies are hook-succeeded and hook-failed",
                annotation.text()
            )
        ));
        return {};
    }
    if (policies.contains(HookDeletePolicy::Succeeded))
        hints.terms.edit().recreate = {Recreate::EachRevision, annotation.text()};
    hints.terms.edit().deleted_when = {policies, annotation.text()};
    hints.hook_delete_policy = {std::move(policies), annotation.text()};
    return {};
}

constexpr Key keys[] = {
    {"creation-phase", read_creation_phase},
    {"deletion-phase", read_deletion_phase},
    {"wait-for-ready", read_wait_for_ready},
    {"wait-for-properties", read_wait_for_properties},
    {"keep", read_keep},
    {"exclude", read_exclude},
    {"when", read_when},
    {"hook-delete-policy", read_hook_delete_policy},
};

Result<Hints> read(const Object& object) {
    Hints hints;
    const auto annotations = annotations_under(object, prefix);
    TRY(read_keys(hints, annotations, prefix, keys));
    warn_of_the_rest(hints, annotations, prefix, keys, {});
    return hints;
}

}  // namespace

extern const Dialect kots{.name = "kots", .precedence = 80, .mark = prefix, .read = read};

}  // namespace slipway::dialect::dialects
