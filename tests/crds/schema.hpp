/// The CRD as the tests of this folder read it.
#pragma once

#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

namespace slipway::crd {

using nlohmann::json;

inline std::string text_of(const std::string& path_in_repository) {
    std::ifstream file(std::string(SLIPWAY_SOURCE_DIR "/") + path_in_repository);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline json definition() {
    const std::string file = "crds/slipway.dev_releases.yaml";
    const auto read = manifest::read_value(file, text_of(file));
    if (!read) FAIL(read.error().message);
    return *read;
}

inline json version() { return definition().at("spec").at("versions").at(0); }

/// The schema of "spec" or "status".
inline json schema(const char* part) {
    return version().at("schema").at("openAPIV3Schema").at("properties").at(part);
}

/// Calls `visit` for `schema` and everything below it: "spec", "spec.sources", "spec.sources[]".
inline void walk(
    const std::string& path,
    const json& schema,
    const std::function<void(const std::string& path, const json& schema)>& visit
) {
    visit(path, schema);
    if (schema.contains("items")) walk(path + "[]", schema.at("items"), visit);
    const json fields = schema.value("properties", json::object());
    for (const auto& [name, field] : fields.items()) {
        walk(path + "." + name, field, visit);
    }
}

inline bool is_leaf(const json& schema) {
    return !schema.contains("properties") && !schema.contains("items");
}

}  // namespace slipway::crd
