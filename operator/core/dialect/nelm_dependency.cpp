#include "core/dialect/nelm_dependency.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"

namespace slipway::dialect {
namespace {

constexpr std::string_view long_form = "werf.io/deploy-dependency-";
constexpr std::string_view of_deletion = "werf.io/delete-dependency-";
constexpr std::size_t most_dependencies = 64;
constexpr std::string_view short_form = ".dependency.werf.io";

std::string_view unquoted(std::string_view text) {
    const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                        text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

Error unknown_field(const Annotation& annotation, std::string_view field) {
    return annotation.error(format(
        "has the field \"{}\", which is not known; the fields are state, kind, name, namespace, "
        "group and version",
        field
    ));
}

Result<void> read_field(
    InnerDependency& dependency,
    std::string& state,
    const Annotation& annotation,
    std::string_view piece
) {
    const auto equals = piece.find('=');
    const std::string_view field = trimmed(piece.substr(0, equals));
    const std::string value(
        equals == piece.npos ? "" : unquoted(trimmed(piece.substr(equals + 1)))
    );
    if (field == "state") {
        state = value;
    } else if (field == "kind") {
        dependency.resource = value;
    } else if (field == "name") {
        dependency.name = value;
    } else if (field == "namespace") {
        dependency.in_namespace = value;
    } else if (field == "group") {
        dependency.group = value;
    } else if (field == "version") {
        dependency.version = value;
    } else {
        return unknown_field(annotation, field);
    }
    return {};
}

Result<InnerDependency> read_fields(const Annotation& annotation, std::string& state) {
    InnerDependency dependency{.must_exist = false, .by = annotation.text()};
    for (const std::string& piece : TRY(pieces(annotation)))
        TRY(read_field(dependency, state, annotation, piece));
    const bool names_any = !(dependency.resource + dependency.name + dependency.in_namespace +
                             dependency.group + dependency.version)
                                .empty();
    if (!names_any) {
        return annotation.error(
            "names nothing; add kind, name, namespace, group or version, like "
            "kind=StatefulSet,name=db"
        );
    }
    return dependency;
}

Result<InnerDependency> read_long_form(const Annotation& annotation) {
    std::string state;
    InnerDependency dependency = TRY(read_fields(annotation, state));
    if (state != "ready" && state != "present")
        return annotation.error("has no state; write state=ready or state=present");
    dependency.until_ready = state == "ready";
    return dependency;
}

Result<InnerDependency> read_of_deletion(const Annotation& annotation) {
    std::string state;
    InnerDependency dependency = TRY(read_fields(annotation, state));
    if (state != "absent") return annotation.error("has no state; write state=absent");
    return dependency;
}

Result<InnerDependency> read_present(const Annotation& annotation) {
    auto form = read_short_form(annotation.value);
    if (!form) {
        return annotation.error(
            "is no dependency; write it as apiVersion:kind[:namespace]:name, like "
            "apps/v1:StatefulSet:db"
        );
    }
    return InnerDependency{
        .resource = std::move(form->kind),
        .group = std::move(form->group),
        .version = std::move(form->version),
        .name = std::move(form->name),
        .in_namespace = std::move(form->in_namespace),
        .until_ready = false,
        .must_exist = false,
        .by = annotation.text(),
    };
}

}  // namespace

std::optional<ShortForm> read_short_form(std::string_view text) {
    const auto parts = split(text, ':');
    if (parts.size() < 3 || parts.size() > 4) return std::nullopt;
    if (std::ranges::any_of(parts, [](std::string_view part) { return part.empty(); }))
        return std::nullopt;
    const auto slash = parts[0].find('/');
    const bool grouped = slash != std::string_view::npos;
    return ShortForm{
        .group = std::string(grouped ? parts[0].substr(0, slash) : ""),
        .version = std::string(grouped ? parts[0].substr(slash + 1) : parts[0]),
        .kind = std::string(parts[1]),
        .in_namespace = std::string(parts.size() == 4 ? parts[2] : ""),
        .name = std::string(parts.back()),
    };
}

Result<void> read_nelm_dependencies(Hints& hints, const Object& object) {
    for (const Annotation& annotation : annotations_under(object, long_form)) {
        hints.after.push_back(TRY(read_long_form(annotation)));
        hints.bound_by_dependencies = {true, annotation.text()};
    }
    for (const Annotation& annotation : annotations_with(object, short_form)) {
        if (!annotation.key.ends_with(short_form)) continue;
        hints.after.push_back(TRY(read_present(annotation)));
        hints.bound_by_dependencies = {true, annotation.text()};
    }
    for (const Annotation& annotation : annotations_under(object, of_deletion))
        hints.terms.edit().delete_after.push_back(TRY(read_of_deletion(annotation)));
    if (hints.after.size() + hints.terms->delete_after.size() > most_dependencies) {
        return Error{
            ErrorKind::TooLarge,
            format(
                "the object names {} dependencies inside the release; at most {} are read",
                hints.after.size() + hints.terms->delete_after.size(),
                most_dependencies
            )};
    }
    return {};
}

}  // namespace slipway::dialect
