/// A case of the conformance corpus, tests/golden/ordering/<dialect>/<case>/: manifests.yaml, and
/// before.yaml where there was a revision before.
///
/// Comments at the top of manifests.yaml set what differs from an install that waits for all:
///   # operation: Upgrade | Rollback | Delete     # wait: Annotated     # strict: true
///   # force: Kind[.group]/name                   # dialects: helm,werf
///   # fails: Job/migrate                         (a hook, where Helm's record is made)
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "support/plan.hpp"

namespace slipway::testing {

inline const std::filesystem::path corpus =
    std::filesystem::path(SLIPWAY_SOURCE_DIR) / "tests/golden/ordering";

inline std::string text_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The folders of all cases below this one.
inline std::vector<std::filesystem::path> cases_of(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().filename() == "manifests.yaml") all.push_back(entry.path().parent_path());
    }
    std::sort(all.begin(), all.end());
    return all;
}

inline std::string directive(const std::string& manifests, const std::string& name) {
    const std::string start = "# " + name + ": ";
    for (const auto line : split(manifests, '\n')) {
        if (line.substr(0, start.size()) == start) return std::string(line.substr(start.size()));
    }
    return {};
}

inline plan::Settings settings_of(const std::string& manifests) {
    plan::Settings settings;
    if (directive(manifests, "wait") == "Annotated") settings.wait = WaitMode::Annotated;
    settings.strict = directive(manifests, "strict") == "true";
    const std::string force = directive(manifests, "force");
    if (!force.empty()) {
        const auto slash = force.find('/');
        const auto dot = force.find('.');
        const bool grouped = dot < slash;
        settings.deletion_force.push_back({
            .kind = force.substr(0, grouped ? dot : slash),
            .group = grouped ? force.substr(dot + 1, slash - dot - 1) : "",
            .name = force.substr(slash + 1),
        });
    }
    return settings;
}

/// The plan of the case's operation.
inline Result<plan::Plan> compiled(const std::filesystem::path& folder) {
    const std::string manifests = text_in(folder / "manifests.yaml");
    const plan::Settings settings = settings_of(manifests);
    const auto& kinds = KindCatalog::built_in();
    const Operation asked =
        operation(directive(manifests, "operation")).value_or(Operation::Install);

    plan::Content content = content_of(manifests);
    const std::string dialects = directive(manifests, "dialects");
    for (const auto name : split(dialects, ','))
        if (!name.empty()) content.dialects.emplace_back(name);
    content = TRY(plan::resolve(std::move(content), kinds));
    if (asked == Operation::Delete) {
        const auto deployed = TRY(plan::compile(content, kinds, Operation::Install, {}, {}));
        return plan::compile_deletion(content, kinds, settings, inventory_after(deployed));
    }
    const bool is_first = !std::filesystem::exists(folder / "before.yaml");
    const Inventory inventory =
        is_first ? Inventory{} : inventory_after(install(text_in(folder / "before.yaml")));
    return plan::compile(content, kinds, asked, settings, inventory);
}

}  // namespace slipway::testing
