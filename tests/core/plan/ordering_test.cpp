/// The conformance corpus: manifests in, plan text out, for each dialect.
///
/// A case is a folder tests/golden/ordering/<dialect>/<case>/ with manifests.yaml and plan.txt.
/// Comments at the top of manifests.yaml set what differs from an install that waits for all:
///   # operation: Upgrade | Rollback | Delete     # wait: Annotated     # strict: true
///   # force: Kind[.group]/name                   # dialects: helm,werf
/// before.yaml, where it is there, is what the inventory was made from.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::testing;
namespace fs = std::filesystem;

namespace {

const fs::path corpus = fs::path(SLIPWAY_SOURCE_DIR) / "tests/golden/ordering";

std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<fs::path> cases() {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
        if (entry.path().filename() == "manifests.yaml") all.push_back(entry.path().parent_path());
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::string directive(const std::string& manifests, const std::string& name) {
    const std::string start = "# " + name + ": ";
    for (const auto line : split(manifests, '\n')) {
        if (line.substr(0, start.size()) == start) return std::string(line.substr(start.size()));
    }
    return {};
}

plan::Settings settings_of(const std::string& manifests) {
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

Result<plan::Plan> compiled(const fs::path& folder) {
    const std::string manifests = read(folder / "manifests.yaml");
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
    const bool is_first = !fs::exists(folder / "before.yaml");
    const Inventory inventory =
        is_first ? Inventory{} : inventory_after(install(read(folder / "before.yaml")));
    return plan::compile(content, kinds, asked, settings, inventory);
}

std::string text_of(const fs::path& folder) {
    const auto plan = compiled(folder);
    if (plan) return plan::explain(*plan);
    return format("{}\n{}\n", reason(plan.error().kind), plan.error().message);
}

}  // namespace

TEST_CASE("every case of the corpus has the plan that its authors meant", "[plan][golden]") {
    const auto all = cases();
    REQUIRE_FALSE(all.empty());
    for (const fs::path& folder : all) {
        DYNAMIC_SECTION(fs::relative(folder, corpus).string()) {
            const std::string text = text_of(folder);

            if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(folder / "plan.txt") << text;
            CHECK(text == read(folder / "plan.txt"));
        }
    }
}
