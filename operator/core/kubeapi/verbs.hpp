/// The requests that Slipway makes, one function for each verb.
///
/// Nothing here is sent, and nobody is named: impersonation is a header that the sender adds.
/// Field validation is strict everywhere: a field that the server would drop is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/kubeapi/request.hpp"
#include "core/model/kind.hpp"
#include "core/model/object.hpp"
#include "core/model/propagation.hpp"

namespace slipway::kubeapi {

/// Whole objects, or their metadata only (PartialObjectMetadata).
enum class Detail { Whole, Metadata };

/// Which objects of a kind; texts that are "" do not narrow.
struct Scope {
    std::string in_namespace{};
    std::string labels{};  ///< A label selector.
    std::string name{};    ///< A field selector on metadata.name.
    Detail detail = Detail::Whole;
};

/// One page of a list.
struct Page {
    int limit = 500;
    std::string continue_token{};  ///< "" is the first page.
};

/// How a write is to be done.
struct WriteTerms {
    std::string field_manager{};
    /// After this long the server gives up (?timeout=): a write must not be carried out later than
    /// its sender may write.
    Duration timeout{};
    bool force = false;  ///< Server-side apply takes fields that belong to other managers.
    Propagation propagation = Propagation::Foreground;  ///< Of a delete.
};

/// As it is; with a resourceVersion as it was then or at any time since, which the API server may
/// answer from its watch cache (Kubernetes API concepts, resource versions, get: "not older than").
Request get(const Kind& kind, const ObjectId& id, std::string_view not_older_than = "");
/// Consistent: no resourceVersion, hence not from a stale cache.
Request list(const Kind& kind, const Scope& scope, const Page& page);
/// With bookmarks; the server ends it after `timeout`.
Request watch(
    const Kind& kind, const Scope& scope, std::string_view resource_version, Duration timeout
);

/// Server-side apply. Fences travel in the object: metadata.uid and metadata.resourceVersion.
Request apply(const Kind& kind, const Object& object, const WriteTerms& terms);
Request create(const Kind& kind, const Object& object, const WriteTerms& terms);
/// PUT: the whole object, fenced by its metadata.resourceVersion.
Request replace(const Kind& kind, const Object& object, const WriteTerms& terms);
/// `uid` "" is any object of that name.
Request remove(const Kind& kind, const ObjectId& id, std::string_view uid, const WriteTerms& terms);

/// Merge patch (RFC 7386): what `object` names is changed, nothing else. Fences travel in it:
/// metadata.uid and metadata.resourceVersion.
Request merge(const Kind& kind, const Object& object, const WriteTerms& terms);

/// Replaces `.status` through its subresource where the object has that uid (422 otherwise). A JSON
/// patch, because only its `test` holds there: the status subresource of a custom resource ignores
/// the metadata.uid of an apply (seen on kube-apiserver 1.36.3).
Request replace_status(
    const Kind& kind,
    const ObjectId& id,
    std::string_view uid,
    const nlohmann::json& status,
    const WriteTerms& terms
);

/// The object with the finalizer added or removed, fenced by its uid and resourceVersion; nothing
/// where it is so already.
std::optional<Request> set_finalizer(
    const Kind& kind,
    const Object& object,
    std::string_view finalizer,
    bool present,
    const WriteTerms& terms
);

/// Discovery: "/apis", "/apis/apps", "/apis/apps/v1", "/api/v1".
Request discover_groups();
Request discover_group(std::string_view group);
Request discover_kinds(std::string_view group, std::string_view version);

}  // namespace slipway::kubeapi
