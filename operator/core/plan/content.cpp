/// The content as it will be applied: scopes, identities, and what server-side apply would trip
/// over.
#include <map>
#include <set>

#include "core/base/text.hpp"
#include "core/plan/error_list.hpp"
#include "core/plan/item.hpp"
#include "core/plan/normal_form.hpp"
#include "core/plan/plan.hpp"

namespace slipway::plan {
namespace {

std::string place_of(const SourcedObject& sourced) {
    return sourced.place.text(sourced.object.title());
}

SourcedObject scoped(SourcedObject sourced, const Kind& kind, const std::string& target) {
    const bool has_namespace = !sourced.object.in_namespace().empty();
    if (kind.namespaced && !has_namespace) sourced.object = sourced.object.in(target);
    if (!kind.namespaced && has_namespace) sourced.object = sourced.object.in("");
    return sourced;
}

Error unknown_kind(const SourcedObject& sourced) {
    return {
        ErrorKind::UnknownKind,
        format(
            "{}: neither the cluster nor this release knows the kind {}; check apiVersion and "
            "kind, "
            "or install its CustomResourceDefinition first",
            place_of(sourced),
            sourced.object.id().group_kind().text()
        )};
}

Error defined_twice(const SourcedObject& first, const SourcedObject& second) {
    return {
        ErrorKind::InvalidManifest,
        format(
            "{} is defined twice: at {} and at {}; remove or rename one of them",
            second.object.id().text(),
            place_of(first),
            place_of(second)
        )};
}

Result<void> check_identities(const Content& content) {
    std::map<ObjectId, const SourcedObject*> seen;
    ErrorList errors;
    for (const SourcedObject& sourced : content.objects) {
        const auto [entry, is_new] = seen.emplace(sourced.object.id(), &sourced);
        if (!is_new) errors.add(defined_twice(*entry->second, sourced));
    }
    return errors.result();
}

Result<void> check_kinds(const Content& content, const KindCatalog& kinds) {
    ErrorList errors;
    for (const SourcedObject& sourced : content.objects) {
        if (kinds.find(sourced.object.id().group_kind()) == nullptr) {
            errors.add(unknown_kind(sourced));
        }
    }
    return errors.result();
}

}  // namespace

std::string target_namespace(const Content& content) {
    return content.target_namespace.empty() ? content.release_namespace : content.target_namespace;
}

KindCatalog kinds_of(const Content& content, const KindCatalog& kinds) {
    KindCatalog all = kinds;
    for (const SourcedObject& sourced : content.objects)
        all.add_from(sourced.object);
    return all;
}

Result<Content> resolve(Content content, const KindCatalog& kinds) {
    const KindCatalog all = kinds_of(content, kinds);
    TRY(check_kinds(content, all));
    const std::string target = target_namespace(content);
    ErrorList errors;
    for (SourcedObject& sourced : content.objects) {
        const Kind& kind = *all.find(sourced.object.id().group_kind());
        sourced = scoped(std::move(sourced), kind, target);
        auto normal = normal_form(sourced.object, content.warnings);
        if (normal) {
            sourced.object = std::move(normal).value();
        } else {
            errors.add(in_context(place_of(sourced), normal.error()));
        }
    }
    TRY(errors.result());
    TRY(check_identities(content));
    return content;
}

std::vector<Kind> unknown_kinds(const Content& content, const KindCatalog& kinds) {
    const KindCatalog all = kinds_of(content, kinds);
    std::vector<Kind> unknown;
    std::set<GroupKind> seen;
    for (const SourcedObject& sourced : content.objects) {
        const GroupKind group_kind = sourced.object.id().group_kind();
        if (all.find(group_kind) != nullptr || !seen.insert(group_kind).second) continue;
        unknown.push_back({
            .group = group_kind.group,
            .version = sourced.object.version(),
            .kind = group_kind.kind,
        });
    }
    return unknown;
}

}  // namespace slipway::plan
