/// The conformance corpus: manifests in, plan text out (plan.txt), for each dialect.
#include <cstdlib>
#include <fstream>

#include "support/catch.hpp"
#include "support/ordering_case.hpp"

using namespace slipway;
using namespace slipway::testing;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& folder) {
    const auto plan = compiled(folder);
    if (plan) return plan::explain(*plan);
    return format("{}\n{}\n", reason(plan.error().kind), plan.error().message);
}

}  // namespace

TEST_CASE("every case of the corpus has the plan that its authors meant", "[plan][golden]") {
    const auto all = cases_of(corpus);
    REQUIRE_FALSE(all.empty());
    for (const fs::path& folder : all) {
        DYNAMIC_SECTION(fs::relative(folder, corpus).string()) {
            const std::string text = text_of(folder);

            if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(folder / "plan.txt") << text;
            CHECK(text == text_in(folder / "plan.txt"));
        }
    }
}
