#include "edge/runtime/served_kinds.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

/// Where the content first has the kind in this version; with ": ".
std::string first_place(const plan::Content& content, const Kind& kind) {
    const auto first = std::ranges::find_if(content.objects, [&](const SourcedObject& sourced) {
        return sourced.object.id().group_kind() == kind.group_kind() &&
               sourced.object.version() == kind.version;
    });
    if (first == content.objects.end()) return {};
    return first->place.text(first->object.title()) + ": ";
}

Error unknown_kind(const plan::Content& content, const Kind& kind) {
    return {
        ErrorKind::UnknownKind,
        format(
            "{}neither the cluster nor this release knows the kind {} of {}; install its "
            "CustomResourceDefinition, add it to the release, or correct apiVersion and kind. It "
            "is taken up again when its definition appears",
            first_place(content, kind),
            kind.kind,
            kind.api_version()
        )};
}

Error unknown_version(const plan::Content& content, const Kind& kind, const Kind& served) {
    return {
        ErrorKind::UnknownKind,
        format(
            "{}the cluster does not serve {} in {}, only in another version; write apiVersion: {}",
            first_place(content, kind),
            kind.kind,
            kind.api_version(),
            served.api_version()
        )};
}

bool is_not_served(const Error& error) {
    return error.kind == ErrorKind::UnknownKind || error.kind == ErrorKind::NotFound;
}

Result<Kind> served_kind(ports::Cluster& cluster, const plan::Content& content, const Kind& kind) {
    auto found = cluster.find_kind(kind.group_kind(), kind.version);
    if (found || !is_not_served(found.error())) return found;
    const auto other = cluster.find_kind(kind.group_kind(), "");
    if (other) return unknown_version(content, kind, *other);
    return is_not_served(other.error()) ? unknown_kind(content, kind) : other.error();
}

}  // namespace

Result<KindCatalog> kinds_of(ports::Cluster& cluster, const plan::Content& content) {
    KindCatalog kinds = KindCatalog::built_in();
    for (const Kind& unknown : plan::unknown_kinds(content, kinds)) {
        Kind served = TRY(served_kind(cluster, content, unknown));
        if (kinds.find(unknown.group_kind()) == nullptr) kinds.add(std::move(served));
    }
    return kinds;
}

}  // namespace slipway::runtime
