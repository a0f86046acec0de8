#include "core/model/release.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/release_spec.hpp"

namespace slipway {
namespace {

using nlohmann::json;

bool holds_our_finalizer(const Object& live) {
    const json* finalizers = live.at("/metadata/finalizers");
    return finalizers != nullptr && finalizers->is_array() &&
           std::find(finalizers->begin(), finalizers->end(), release_finalizer) !=
               finalizers->end();
}

ReleaseStatus status_of(const Object& live) {
    const json* status = live.at("/status");
    return status == nullptr ? ReleaseStatus{} : status_from_json(*status);
}

}  // namespace

ObjectId ReferenceSource::id(std::string_view in_namespace) const {
    return {
        .kind = from == From::ConfigMap ? "ConfigMap" : "Secret",
        .in_namespace = std::string(in_namespace),
        .name = name,
    };
}

bool DeletionConsent::covers(const ObjectId& id) const {
    return kind == id.kind && name == id.name && (group.empty() || group == id.group);
}

Release read_metadata(const Object& live) {
    return {
        .in_namespace = std::string(live.in_namespace()),
        .name = std::string(live.name()),
        .uid = live.uid(),
        .resource_version = live.resource_version(),
        .generation = live.generation(),
        .deleting = live.is_terminating(),
        .has_finalizer = holds_our_finalizer(live),
        .retry_at = live.annotation("slipway.dev/retry-at").value_or(""),
        .reconcile_at = live.annotation("slipway.dev/reconcile-at").value_or(""),
        .status = status_of(live),
    };
}

Result<Release> read_release(const Object& live) {
    if (live.group() != release_group || live.kind() != "Release") {
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "{} of {} is not a Release of {}", live.title(), live.api_version(), release_group
            )};
    }
    static const json nothing;
    const json* spec = live.at("/spec");
    Release release = read_metadata(live);
    release.spec = TRY(read_spec(spec == nullptr ? nothing : *spec));
    return release;
}

}  // namespace slipway
