/// Manifests in, plans out: what the tests of plans share.
#pragma once

#include <string>

#include "core/plan/plan.hpp"
#include "support/dialect.hpp"
#include "support/inventory.hpp"

namespace slipway::testing {

inline plan::Content content_of(const std::string& yaml) {
    return {
        .release_name = "shop",
        .release_namespace = "shop",
        .target_namespace = "shop",
        .objects = objects_of(yaml),
    };
}

inline Result<plan::Content> resolved(const std::string& yaml) {
    return plan::resolve(content_of(yaml), KindCatalog::built_in());
}

/// One document of a manifest.
inline std::string object(const std::string& kind, const std::string& metadata) {
    const std::string api = kind == "Deployment" ? "apps/v1" : kind == "Job" ? "batch/v1" : "v1";
    return "---\napiVersion: " + api + "\nkind: " + kind + "\nmetadata: " + metadata + "\n";
}

/// Metadata in flow style, with these annotations.
inline std::string annotations(const std::string& name, const std::string& pairs) {
    return "{name: " + name + ", annotations: {" + pairs + "}}";
}

inline plan::Plan install(const std::string& yaml, const plan::Settings& settings = {}) {
    return must(plan::compile(
        must(resolved(yaml)), KindCatalog::built_in(), Operation::Install, settings, {}
    ));
}

/// The upgrade from one set of manifests to another.
inline plan::Plan upgrade(
    const std::string& before, const std::string& after, const plan::Settings& settings = {}
) {
    return must(plan::compile(
        must(resolved(after)),
        KindCatalog::built_in(),
        Operation::Upgrade,
        settings,
        inventory_after(install(before))
    ));
}

inline plan::Plan deletion(const std::string& yaml, const plan::Settings& settings = {}) {
    return must(plan::compile_deletion(
        must(resolved(yaml)), KindCatalog::built_in(), settings, inventory_after(install(yaml))
    ));
}

/// "group 0: ConfigMap/a Deployment/b", one line for each stage.
inline std::string outline(const plan::Plan& plan) {
    std::string text;
    for (const plan::Stage& stage : plan.stages) {
        text += stage.name + ":";
        for (const plan::Unit& unit : stage.units)
            text += " " + unit.id.title();
        text += "\n";
    }
    return text;
}

}  // namespace slipway::testing
