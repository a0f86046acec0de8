/// werf's weights, external dependencies, and all of nelm's keys:
/// https://werf.io/docs/latest/usage/deploy/deployment_order.html; corners as nelm's
/// pkg/resource/metadata.go has them.
#include <algorithm>
#include <map>

#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/nelm_dependency.hpp"
#include "core/dialect/nelm_lifecycle.hpp"
#include "core/dialect/nelm_tracking.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::dialect::dialects {
namespace {

constexpr std::string_view prefix = "werf.io/";
constexpr std::string_view dependency_mark = ".external-dependency.werf.io";
/// Of one object: every run of a hook waits for all of its own.
constexpr std::size_t most_dependencies = 64;

Result<void> read_weight(Hints& hints, const Annotation& annotation) {
    hints.group = {TRY(integer(annotation, any_integer)), annotation.text()};
    return {};
}

/// What a policy that nobody knows should protect would be lost.
Result<void> read_resource_policy(Hints& hints, const Annotation& annotation) {
    for (const std::string& piece : TRY(pieces(annotation))) {
        if (piece == "keep" || piece == "skip-delete") {
            hints.keep = {true, annotation.text()};
        } else if (piece == "skip-create") {
            hints.terms.edit().skip_create = {true, annotation.text()};
        } else if (piece == "skip-update") {
            hints.terms.edit().skip_update = {true, annotation.text()};
        } else if (piece == "skip-recreate") {
            hints.terms.edit().skip_recreate = {true, annotation.text()};
        } else {
            return annotation.error(format(
                "names \"{}\", which is no resource policy; the policies are keep, skip-delete, "
                "skip-create, skip-update and skip-recreate",
                piece
            ));
        }
    }
    return {};
}

constexpr Key keys_of_its_own[] = {
    {"weight", read_weight},
    {"resource-policy", read_resource_policy},
};

const std::vector<Key>& keys() {
    static const std::vector<Key> all = [] {
        std::vector<Key> keys(std::begin(keys_of_its_own), std::end(keys_of_its_own));
        for (const auto more : {nelm_lifecycle_keys(), nelm_tracking_keys()})
            keys.insert(keys.end(), more.begin(), more.end());
        return keys;
    }();
    return all;
}

constexpr IgnoredKey ignored[] = {
    {.name = "ignore-readiness-probe-fails-for-", .why = Ignored::Needless, .prefix = true},
    {.name = "sensitive", .why = Ignored::AboutATerminal},
    {.name = "sensitive-paths", .why = Ignored::AboutATerminal},
    {.name = "log-regex", .why = Ignored::AboutATerminal, .prefix = true},
    {.name = "skip-logs", .why = Ignored::AboutATerminal, .prefix = true},
    {.name = "show-logs-only-for-", .why = Ignored::AboutATerminal, .prefix = true},
    {.name = "show-service-messages", .why = Ignored::AboutATerminal},
};

/// What the annotations of one `<name>.external-dependency.werf.io` say together.
struct Dependency {
    std::optional<Annotation> resource{};
    std::optional<Annotation> in_namespace{};
    std::optional<Annotation> state{};
};

Error malformed(const Annotation& annotation, std::string_view form) {
    return annotation.error(format("is no external dependency; write it as {}", form));
}

/// "type[.version.group]/name"
Result<ExternalDependency> read_resource(const Annotation& annotation) {
    const auto parts = split(annotation.value, '/');
    if (parts.size() != 2 || trimmed(parts[0]).empty() || trimmed(parts[1]).empty()) {
        return malformed(annotation, "type[.version.group]/name, like secret/my-secret");
    }
    return ExternalDependency{
        .resource = std::string(trimmed(parts[0])),
        .object = std::string(trimmed(parts[1])),
        .by = annotation.text(),
    };
}

Result<ExternalDependency> read_short(const Annotation& annotation) {
    auto form = read_short_form(annotation.value);
    if (!form)
        return malformed(annotation, "apiVersion:kind[:namespace]:name, like v1:Secret:my-secret");
    const std::string_view dot = form->group.empty() ? "" : ".";
    return ExternalDependency{
        .resource = format("{}.{}{}{}", form->kind, form->version, dot, form->group),
        .object = std::move(form->name),
        .in_namespace = std::move(form->in_namespace),
        .by = annotation.text(),
    };
}

Result<void> place(std::map<std::string, Dependency>& all, const Annotation& annotation) {
    const auto mark = annotation.key.find(dependency_mark);
    const std::string name = annotation.key.substr(0, mark);
    const std::string rest = annotation.key.substr(mark + dependency_mark.size());
    if (rest.empty() || rest == "/resource" || rest == "/name") {
        all[name].resource = annotation;
    } else if (rest == "/namespace") {
        all[name].in_namespace = annotation;
    } else if (rest == "/state") {
        all[name].state = annotation;
    } else {
        return annotation.error(format(
            "stands under a key that is not known; write {0}{1}/resource, {0}{1}/namespace or "
            "{0}{1}/state",
            name,
            dependency_mark
        ));
    }
    return {};
}

/// Slipway's own: werf's pages promise readiness, its code waits for presence alone. The words are
/// those of nelm's deploy-dependency.
Result<bool> waits_until_ready(const std::optional<Annotation>& state) {
    if (!state || state->value == "ready") return true;
    if (state->value == "present") return false;
    return state->error("is no state of an external dependency; write \"ready\" or \"present\"");
}

Result<ExternalDependency> read_dependency(const std::string& name, const Dependency& said) {
    if (!said.resource) {
        const Annotation& lone = said.in_namespace ? *said.in_namespace : *said.state;
        return lone.error(format(
            "speaks of an external dependency that is not there; add {}{}/resource",
            name,
            dependency_mark
        ));
    }
    const bool short_form = said.resource->key == name + std::string(dependency_mark);
    ExternalDependency dependency =
        TRY(short_form ? read_short(*said.resource) : read_resource(*said.resource));
    dependency.name = name;
    dependency.until_ready = TRY(waits_until_ready(said.state));
    if (said.in_namespace) dependency.in_namespace = trimmed(said.in_namespace->value);
    return dependency;
}

Result<void> read_dependencies(Hints& hints, const Object& object) {
    std::map<std::string, Dependency> all;
    for (const Annotation& annotation : annotations_with(object, dependency_mark))
        TRY(place(all, annotation));
    if (all.size() > most_dependencies) {
        return Error{
            ErrorKind::TooLarge,
            format(
                "the object names {} external dependencies; at most {} are read",
                all.size(),
                most_dependencies
            )};
    }
    for (const auto& [name, said] : all) {
        hints.external_dependencies.push_back(TRY(read_dependency(name, said)));
        if (said.state) continue;
        hints.findings.push_back(said.resource->finding(
            rules::waits_for_more_than_presence,
            format("{} is waited for until it is ready", said.resource->text())
        ));
    }
    return {};
}

/// nelm: "a resource with a manual dependency has no weight".
void drop_weight(Hints& hints, const Object& object) {
    if (!hints.bound_by_dependencies || !hints.group) return;
    hints.findings.push_back(
        {&rules::weight_beside_dependency,
         format("{} has no effect beside {}", hints.group->by, hints.bound_by_dependencies->by),
         object.title(),
         "werf.io/weight"}
    );
    hints.group.reset();
}

/// nelm: the failures of a Job, and of pods that are never restarted, are 0 whatever is written.
void drop_failures_allowed(Hints& hints, const Object& object) {
    if (!hints.terms->failures_allowed) return;
    const std::string template_policy = object.text("/spec/template/spec/restartPolicy");
    if (!is_job(object.id()) && template_policy != "Never") return;
    hints.findings.push_back(
        {&rules::failures_are_counted,
         format("{} has no effect on a {}", hints.terms->failures_allowed->by, object.kind()),
         object.title(),
         "werf.io/failures-allowed-per-replica"}
    );
    hints.terms.edit().failures_allowed.reset();
}

Result<Hints> read(const Object& object) {
    Hints hints;
    const auto annotations = annotations_under(object, prefix);
    TRY(read_keys(hints, annotations, prefix, keys()));
    TRY(read_dependencies(hints, object));
    TRY(read_nelm_dependencies(hints, object));
    drop_weight(hints, object);
    drop_failures_allowed(hints, object);
    warn_of_the_rest(hints, annotations, prefix, keys(), ignored);
    hints.tracked_hook = !annotations.empty();
    return hints;
}

}  // namespace

extern const Dialect werf{.name = "werf", .precedence = 90, .mark = "werf.io", .read = read};

}  // namespace slipway::dialect::dialects
