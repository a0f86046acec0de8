#include "edge/runtime/preparation.hpp"

#include <algorithm>
#include <future>
#include <map>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"
#include "edge/runtime/at_once.hpp"
#include "edge/runtime/served_kinds.hpp"

namespace slipway::runtime {

using manifest::NamedText;

namespace {

std::string account_name(const Inputs& inputs, const Release& release) {
    const std::string& own = release.spec.service_account_name;
    return own.empty() ? inputs.default_service_account : own;
}

Error no_account_named(const Release& release) {
    return {
        ErrorKind::ServiceAccountNotFound,
        format(
            "spec.serviceAccountName is not set and this operator has no default account. Make one "
            "that may write what the release holds, and name it: kubectl -n {0} create "
            "serviceaccount deployer && kubectl -n {0} create rolebinding deployer "
            "--clusterrole=admin --serviceaccount={0}:deployer",
            release.in_namespace
        )};
}

Error account_missing(const Release& release, const std::string& name) {
    return {
        ErrorKind::ServiceAccountNotFound,
        format(
            "ServiceAccount/{0} does not exist in namespace {1}; spec.serviceAccountName names it. "
            "Create it: kubectl -n {1} create serviceaccount {0} && kubectl -n {1} create "
            "rolebinding {0} --clusterrole=admin --serviceaccount={1}:{0}",
            name,
            release.in_namespace
        )};
}

const Kind& built_in(const GroupKind& group_kind) {
    return *KindCatalog::built_in().find(group_kind);
}

/// What errors about a text start with. All inline ones are called alike, so that several are told
/// apart by their place in the spec.
std::string name_of(
    const ports::SourceText& text, const std::vector<SourceSpec>& sources, std::size_t at
) {
    const auto is_inline = [](const SourceSpec& source) {
        return std::holds_alternative<InlineSource>(source);
    };
    const bool is_one_of_many =
        is_inline(sources[at]) && std::ranges::count_if(sources, is_inline) > 1;
    return is_one_of_many ? format("spec.sources[{}].{}", at, text.name) : text.name;
}

Result<std::vector<SourcedObject>> read_sources(const std::vector<NamedText>& texts) {
    auto objects = TRY(manifest::read_sources(texts, at_once));
    constexpr std::size_t most_objects = 10'000;
    if (objects.size() <= most_objects) return objects;
    return Error{
        ErrorKind::TooLarge,
        format(
            "the release holds {} objects; {} are the limit: split it into several releases",
            objects.size(),
            most_objects
        )};
}

Error no_namespace(const SourcedObject& sourced) {
    return {
        ErrorKind::NamespaceNotFound,
        format(
            "{}: its namespace {} does not exist; create it, add it to the release, or correct "
            "metadata.namespace or spec.targetNamespace",
            sourced.place.text(sourced.object.title()),
            sourced.object.in_namespace()
        )};
}

/// The first object in each namespace that the release neither lives in nor brings.
std::map<std::string, const SourcedObject*> named_namespaces(const plan::Content& content) {
    std::map<std::string, const SourcedObject*> named;
    for (const SourcedObject& sourced : content.objects) {
        const ObjectId& id = sourced.object.id();
        if (!id.in_namespace.empty()) named.emplace(id.in_namespace, &sourced);
    }
    for (const SourcedObject& sourced : content.objects) {
        if (is_namespace(sourced.object.id())) named.erase(sourced.object.id().name);
    }
    named.erase(content.release_namespace);
    return named;
}

/// Namespaces that are named but neither exist nor are part of the release; where the account may
/// not read namespaces, the server will say it later.
Result<void> check_namespaces(
    ports::Cluster& cluster, const ports::Identity& as, const plan::Content& content
) {
    const auto named = named_namespaces(content);
    for (const auto& [name, first] : named) {
        const ObjectId id{.kind = "Namespace", .name = name};
        const auto found = cluster.get(as, built_in(id.group_kind()), id);
        if (found || found.error().kind == ErrorKind::Forbidden) continue;
        return found.error().kind == ErrorKind::NotFound ? no_namespace(*first) : found.error();
    }
    return {};
}

}  // namespace

Result<ports::Identity> account_of(const Inputs& inputs, const Release& release) {
    const std::string name = account_name(inputs, release);
    if (name.empty()) return no_account_named(release);
    const ports::Identity identity =
        TRY(ports::Identity::service_account(release.in_namespace, name));
    const ObjectId id{.kind = "ServiceAccount", .in_namespace = release.in_namespace, .name = name};
    const auto found = inputs.cluster.get(ports::Identity::itself(), built_in(id.group_kind()), id);
    if (found) return identity;
    if (found.error().kind == ErrorKind::NotFound) return account_missing(release, name);
    return found.error();
}

Result<std::vector<NamedText>> fetch_texts(
    const Inputs& inputs, const ports::Identity& as, const Release& release
) {
    const std::vector<SourceSpec>& sources = release.spec.sources;
    std::vector<std::future<Result<std::vector<ports::SourceText>>>> fetches;
    fetches.reserve(sources.size());
    for (const SourceSpec& source : sources)
        fetches.push_back(std::async(inputs.beside, [&] {
            return inputs.sources.fetch(as, release, source);
        }));
    std::vector<NamedText> texts;
    for (std::size_t at = 0; at < sources.size(); ++at) {
        for (ports::SourceText& text : TRY(fetches[at].get()))
            texts.push_back({name_of(text, sources, at), std::move(text.text)});
    }
    return texts;
}

Result<Prepared> prepare(
    const Inputs& inputs,
    const ports::Identity& as,
    const Release& release,
    const std::vector<NamedText>& texts
) {
    auto objects = TRY(read_sources(texts));
    plan::Content content{
        .release_name = release.name,
        .release_namespace = release.in_namespace,
        .target_namespace = release.target_namespace(),
        .dialects = release.spec.dialects,
        .objects = std::move(objects),
    };
    Prepared prepared;
    prepared.kinds = TRY(kinds_of(inputs.cluster, content));
    prepared.content = TRY(plan::resolve(std::move(content), prepared.kinds, at_once));
    TRY(check_namespaces(inputs.cluster, as, prepared.content));
    return prepared;
}

std::vector<ObjectId> references_of(const Inputs& inputs, const Release& release) {
    std::vector<ObjectId> references;
    for (const SourceSpec& source : release.spec.sources) {
        if (const auto* reference = std::get_if<ReferenceSource>(&source)) {
            references.push_back(reference->id(release.in_namespace));
        }
    }
    references.push_back(
        {.kind = "ServiceAccount",
         .in_namespace = release.in_namespace,
         .name = account_name(inputs, release)}
    );
    references.push_back({.kind = "Namespace", .name = release.in_namespace});
    if (release.target_namespace() != release.in_namespace) {
        references.push_back({.kind = "Namespace", .name = release.target_namespace()});
    }
    return references;
}

}  // namespace slipway::runtime
