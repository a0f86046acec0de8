/// Where things are on the API server: paths and queries, percent-encoded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/kind.hpp"
#include "core/model/object_id.hpp"

namespace slipway::kubeapi {

/// Name and value, in the order in which they are written; those without a value are left out.
using Query = std::vector<std::pair<std::string_view, std::string>>;

/// Everything but RFC 3986's unreserved characters becomes %XX: fit for a path segment or a query.
std::string percent_encoded(std::string_view text);

/// "/apis/apps/v1", "/api/v1".
std::string group_version_path(std::string_view group, std::string_view version);

/// "/apis/apps/v1/namespaces/shop/deployments"; of all namespaces where `in_namespace` is "".
std::string collection_path(const Kind& kind, std::string_view in_namespace);

/// "/apis/apps/v1/namespaces/shop/deployments/web".
std::string object_path(const Kind& kind, const ObjectId& id);

/// `path`, and what is in `query`.
std::string target(std::string path, const Query& query);

}  // namespace slipway::kubeapi
