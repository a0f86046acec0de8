#include "edge/cluster/discovery.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/text.hpp"
#include "core/kubeapi/verbs.hpp"

namespace slipway::cluster {
namespace {

using kubeapi::Response;
using ports::Identity;

Call ask(const std::string& group, kubeapi::Request request) {
    return {
        .request = [request = std::move(request)](Duration) { return request; },
        .asked = {
            .kind = {.group = group, .version = "discovery", .kind = "its kinds"},
            .id = {.kind = "its kinds"}}};
}

Call ask_for_kinds(const std::string& group, const std::string& version) {
    return ask(group, kubeapi::discover_kinds(group, version));
}

Error unknown(const GroupKind& group_kind, const std::string& version) {
    const std::string in_version = version.empty() ? "" : " in version " + version;
    return {
        ErrorKind::UnknownKind,
        format(
            "the cluster does not know the kind {}{}; install its CustomResourceDefinition, or put "
            "it into the release",
            group_kind.text(),
            in_version
        )};
}

/// A group that is not there is an answer, not a failure.
bool is_absent(const Error& error) {
    return error.kind == ErrorKind::UnknownKind || error.kind == ErrorKind::NotFound;
}

}  // namespace

Result<Kind> Discovery::find(const GroupKind& group_kind, const std::string& version) {
    const bool was_remembered = is_remembered(group_kind.group);
    auto found = look_up(group_kind, version);
    if (found || !was_remembered || found.error().kind != ErrorKind::UnknownKind) return found;
    forget(group_kind.group);
    return look_up(group_kind, version);
}

Result<Kind> Discovery::look_up(const GroupKind& group_kind, const std::string& version) {
    std::vector<std::string> candidates{version};
    if (version.empty()) {
        auto served = versions(group_kind.group);
        if (!served && is_absent(served.error())) return unknown(group_kind, version);
        candidates = TRY(std::move(served));
    }
    for (const auto& candidate : candidates) {
        const auto served = kinds({group_kind.group, candidate});
        if (!served && is_absent(served.error())) continue;
        if (!served) return served.error();
        const auto found = std::ranges::find(**served, group_kind.kind.text(), &Kind::kind);
        if (found != (*served)->end()) return *found;
    }
    return unknown(group_kind, version);
}

Result<std::vector<std::string>> Discovery::versions(const std::string& group) {
    if (group.empty()) return std::vector<std::string>{"v1"};
    {
        const std::lock_guard lock(mutex_);
        const auto known = versions_.find(group);
        if (known != versions_.end()) return known->second;
    }
    const auto answer =
        TRY(caller_.call(Identity::itself(), ask(group, kubeapi::discover_group(group))));
    auto served = TRY(kubeapi::read_group(answer.body)).versions;
    const std::lock_guard lock(mutex_);
    return versions_[group] = std::move(served);
}

Result<Discovery::Kinds> Discovery::kinds(const GroupVersion& group_version) {
    {
        const std::lock_guard lock(mutex_);
        const auto known = kinds_.find(group_version);
        if (known != kinds_.end()) return known->second;
    }
    const auto& [group, version] = group_version;
    const auto answer = TRY(caller_.call(Identity::itself(), ask_for_kinds(group, version)));
    auto served = TRY(kubeapi::read_kinds(answer.body));
    const std::lock_guard lock(mutex_);
    return kinds_[group_version] = std::make_shared<const std::vector<Kind>>(std::move(served));
}

Result<Kind> Discovery::find_resource(const std::string& resource) {
    if (const Kind* known = KindCatalog::built_in().find_resource(resource)) {
        auto served = find(known->group_kind(), "");
        if (served || served.error().kind != ErrorKind::UnknownKind) return served;
    }
    const KindCatalog catalog = TRY(whole_catalog());
    if (const Kind* found = catalog.find_resource(resource)) return *found;
    return Error{
        ErrorKind::UnknownKind, format("the cluster has no kind that is called \"{}\"", resource)};
}

/// Every group in its preferred version. A group whose server does not answer is left out.
Result<KindCatalog> Discovery::whole_catalog() {
    const auto answer = TRY(caller_.call(Identity::itself(), ask("", kubeapi::discover_groups())));
    std::vector<Call> calls{ask_for_kinds("", "v1")};
    for (const auto& group : TRY(kubeapi::read_groups(answer.body))) {
        if (!group.versions.empty()) {
            calls.push_back(ask_for_kinds(group.name, group.versions.front()));
        }
    }
    KindCatalog catalog;
    for (const auto& listed : caller_.call_all(Identity::itself(), calls)) {
        if (!listed) continue;
        auto read = kubeapi::read_kinds(listed->body);
        if (!read) continue;
        for (Kind& kind : *read)
            catalog.add(std::move(kind));
    }
    return catalog;
}

void Discovery::forget(const std::string& group) {
    const std::lock_guard lock(mutex_);
    versions_.erase(group);
    std::erase_if(kinds_, [&](const auto& entry) { return entry.first.first == group; });
}

bool Discovery::is_remembered(const std::string& group) {
    const std::lock_guard lock(mutex_);
    const auto first = kinds_.lower_bound({group, ""});
    return versions_.contains(group) || (first != kinds_.end() && first->first.first == group);
}

}  // namespace slipway::cluster
