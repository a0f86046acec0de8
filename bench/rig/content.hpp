/// What Releases of the benches hold, and the same as the raw client writes it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/model/kind.hpp"
#include "rig/raw_client.hpp"

namespace slipway::bench {

nlohmann::json config_map(
    const std::string& in_namespace, const std::string& name, const std::string& value
);

/// The objects as one text, a document each.
std::string manifests_of(const std::vector<nlohmann::json>& objects);

/// A ConfigMap with manifests, for the sources of a Release.
nlohmann::json source(
    const std::string& in_namespace, const std::string& name, const std::string& manifests
);

/// With marks as the operator leaves them on what it applies, so that the bodies weigh the same.
nlohmann::json marked(nlohmann::json object);

/// Where the objects of a kind are; `in_namespace` "" is all of them.
std::string folder_of(const Kind& kind, const std::string& in_namespace);
RawRequest apply_of(const Kind& kind, const nlohmann::json& object);
RawRequest merge_of(const std::string& target, const nlohmann::json& change);

}  // namespace slipway::bench
