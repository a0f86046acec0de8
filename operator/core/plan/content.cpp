/// The content as it will be applied: scopes, identities, and what server-side apply would trip
/// over.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"
#include "core/plan/error_list.hpp"
#include "core/plan/item.hpp"
#include "core/plan/json_text.hpp"
#include "core/plan/normal_form.hpp"
#include "core/plan/plan.hpp"

namespace slipway::plan {
namespace {

std::string place_of(const SourcedObject& sourced) {
    return sourced.place.text(sourced.object.title());
}

SourcedObject scoped(SourcedObject sourced, const Kind& kind, const std::string& target) {
    const bool has_namespace = !sourced.object.in_namespace().empty();
    if (kind.namespaced && !has_namespace) sourced.object = std::move(sourced.object).in(target);
    if (!kind.namespaced && has_namespace) sourced.object = std::move(sourced.object).in("");
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

Error not_served_by(const SourcedObject& definition, const SourcedObject& sourced) {
    const auto served = served_versions(definition.object);
    const ObjectId& id = sourced.object.id();
    return {
        ErrorKind::UnknownKind,
        format(
            "{}: {} of this release does not serve {} in version {}, only in {}; write apiVersion: "
            "{}/{}, or serve {} too",
            place_of(sourced),
            definition.object.title(),
            id.kind,
            sourced.object.version(),
            join(served, ", "),
            id.group,
            served.front(),
            sourced.object.version()
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

using Definitions = std::map<GroupKind, const SourcedObject*>;

Definitions own_definitions(const Content& content) {
    Definitions own;
    for (const SourcedObject& sourced : content.objects) {
        const Object& object = sourced.object;
        if (!is_definition(object.id())) continue;
        own[{object.text("/spec/group"), object.text("/spec/names/kind")}] = &sourced;
    }
    return own;
}

/// A definition that serves nothing that can be read is left for the server to refuse.
bool is_served_by(const Object& definition, std::string_view version) {
    const auto served = served_versions(definition);
    return served.empty() || std::ranges::find(served, version) != served.end();
}

Result<void> check_kinds(const Content& content, const KindCatalog& kinds) {
    const Definitions own = own_definitions(content);
    ErrorList errors;
    for (const SourcedObject& sourced : content.objects) {
        const GroupKind group_kind = sourced.object.id().group_kind();
        const auto definition = own.find(group_kind);
        if (kinds.find(group_kind) == nullptr) {
            errors.add(unknown_kind(sourced));
        } else if (definition != own.end() && !is_served_by(definition->second->object, sourced.object.version())) {
            errors.add(not_served_by(*definition->second, sourced));
        }
    }
    return errors.result();
}

/// What is to be said of one object, beside what became of it.
struct Remarks {
    std::vector<dialect::Finding> findings{};
    std::optional<Error> error{};
};

Remarks resolve_one(SourcedObject& sourced, const KindCatalog& kinds, const std::string& target) {
    Remarks remarks;
    const Kind& kind = *kinds.find(sourced.object.id().group_kind());
    sourced = scoped(std::move(sourced), kind, target);
    auto normal = normal_form(sourced.object, remarks.findings);
    for (dialect::Finding& finding : remarks.findings)
        finding.place = sourced.place;
    look_for_traps(sourced, remarks.findings);
    if (normal) {
        sourced.object = std::move(normal).value();
        sourced.digest = ::slipway::digest_of(json_text(sourced.object.document()));
    } else {
        remarks.error = in_context(place_of(sourced), normal.error());
    }
    return remarks;
}

/// To write each object out for its digest is the dearest step of all but reading it.
std::vector<Remarks> resolve_each(Content& content, const KindCatalog& kinds, const Each& each) {
    constexpr std::size_t worth_sharing_out = 100;
    const std::string target = target_namespace(content);
    const std::size_t objects = content.objects.size();
    std::vector<Remarks> remarks(objects);
    each((objects + worth_sharing_out - 1) / worth_sharing_out, [&](std::size_t piece) {
        const std::size_t first = piece * worth_sharing_out;
        for (std::size_t at = first; at < std::min(objects, first + worth_sharing_out); ++at)
            remarks[at] = resolve_one(content.objects[at], kinds, target);
    });
    return remarks;
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

Result<Content> resolve(Content content, const KindCatalog& kinds, const Each& each) {
    const KindCatalog all = kinds_of(content, kinds);
    TRY(check_kinds(content, all));
    ErrorList errors;
    for (Remarks& remarks : resolve_each(content, all, each)) {
        std::ranges::move(remarks.findings, std::back_inserter(content.findings));
        if (remarks.error) errors.add(*std::move(remarks.error));
    }
    TRY(errors.result());
    TRY(check_identities(content));
    return content;
}

std::vector<Kind> unknown_kinds(const Content& content, const KindCatalog& kinds) {
    const Definitions own = own_definitions(content);
    std::vector<Kind> unknown;
    std::set<std::pair<GroupKind, std::string>> seen;
    for (const SourcedObject& sourced : content.objects) {
        const GroupKind group_kind = sourced.object.id().group_kind();
        const std::string version(sourced.object.version());
        const Kind* known = kinds.find(group_kind);
        if (own.contains(group_kind) || (known != nullptr && known->version == version)) continue;
        if (!seen.emplace(group_kind, version).second) continue;
        unknown.push_back({.group = group_kind.group, .version = version, .kind = group_kind.kind});
    }
    return unknown;
}

}  // namespace slipway::plan
