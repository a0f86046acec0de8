/// The two ways to install Slipway, deploy/ and helm/, give it the same rights, and no more than
/// named.
#include <algorithm>

#include "architecture/includes.hpp"

using namespace slipway::architecture;

namespace {

const fs::path repository = SLIPWAY_SOURCE_DIR;
const std::vector<std::string> role_files{
    "rbac.yaml", "rbac_watch.yaml", "rbac_watch_secrets.yaml", "rbac_people.yaml"};

/// The lines of a manifest or template that grant something.
std::vector<std::string> grants_of(const fs::path& path) {
    static const std::regex grant(R"( +(- )?(apiGroups|resources|verbs|nonResourceURLs):.*| +- \w+)"
    );
    std::vector<std::string> grants;
    for (const std::string& line : lines_of(path)) {
        if (std::regex_match(line, grant)) grants.push_back(line);
    }
    return grants;
}

}  // namespace

TEST_CASE("the chart grants what the plain manifests grant", "[architecture][deploy]") {
    for (const std::string& file : role_files) {
        CAPTURE(file);
        const auto plain = grants_of(repository / "deploy" / file);
        const auto chart = grants_of(repository / "helm/slipway/templates" / file);

        CHECK_FALSE(plain.empty());
        CHECK(plain == chart);
    }
}

TEST_CASE("no role of the operator has a wildcard", "[architecture][deploy]") {
    for (const std::string& file : role_files) {
        for (const std::string& line : lines_of(repository / "deploy" / file)) {
            CAPTURE(file, line);
            CHECK(line.find('*') == std::string::npos);
        }
    }
}

TEST_CASE("crashes are counted in a volume that outlives the container", "[architecture][deploy]") {
    for (const auto* file : {"deploy/deployment.yaml", "helm/slipway/templates/deployment.yaml"}) {
        CAPTURE(file);
        const auto lines = lines_of(repository / file);
        const auto has = [&](const char* line) {
            return std::find(lines.begin(), lines.end(), line) != lines.end();
        };

        CHECK(has("            - --scratch=/tmp/slipway"));
        CHECK(has("              mountPath: /tmp"));
        CHECK(has("          emptyDir:"));
    }
}

TEST_CASE("every role of the plain manifests is installed", "[architecture][deploy]") {
    const auto listed = lines_of(repository / "deploy/kustomization.yaml");

    for (const std::string& file : role_files) {
        CAPTURE(file);
        CHECK(std::find(listed.begin(), listed.end(), "  - " + file) != listed.end());
    }
}
