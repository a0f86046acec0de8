/// What tests/golden/ordering cannot show of dependencies inside a release: their limits.
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::testing;

namespace {

std::string config_map(int number, const std::string& after) {
    const std::string name = "c" + std::to_string(number);
    return object("ConfigMap", after.empty() ? "{name: " + name + "}" : annotations(name, after));
}

Result<plan::Plan> compiled(const std::string& yaml) {
    return plan::compile(must(resolved(yaml)), KindCatalog::built_in(), Operation::Install, {}, {});
}

}  // namespace

TEST_CASE("a chain of dependencies may be as long as the release", "[plan][bonds]") {
    constexpr int length = 3000;
    std::string yaml;
    for (int i = 0; i < length; ++i)
        yaml += config_map(i, "slipway.dev/after: ConfigMap/c" + std::to_string(i + 1));
    yaml += config_map(length, "");

    const auto plan = compiled(yaml);

    REQUIRE(plan);
    const auto& units = plan->stages.at(0).units;
    CHECK(units.front().id.name == "c" + std::to_string(length));
    CHECK(units.back().id.name == "c0");
}

TEST_CASE("a cycle is found wherever it is, and printed once around", "[plan][bonds]") {
    const auto plan = compiled(
        config_map(0, "slipway.dev/after: ConfigMap/c1") +
        config_map(1, "slipway.dev/after: ConfigMap/c2") +
        config_map(2, "slipway.dev/after: ConfigMap/c1")
    );

    REQUIRE_FALSE(plan);
    CHECK_THAT(
        plan.error().message,
        Catch::Matchers::Contains("ConfigMap/c1 after ConfigMap/c2 after ConfigMap/c1; take")
    );
}

TEST_CASE("dependencies that are compared with too much are refused in time", "[plan][bonds]") {
    std::string yaml;
    for (int i = 0; i < 1500; ++i) {
        const std::string version = "state=ready,version=v" + std::to_string(i);
        yaml += config_map(i, "werf.io/deploy-dependency-x: '" + version + "'");
    }

    const auto plan = compiled(yaml);

    REQUIRE_FALSE(plan);
    CHECK(plan.error().kind == ErrorKind::TooLarge);
    CHECK_THAT(plan.error().message, Catch::Matchers::Contains("name each by kind and name"));
}
