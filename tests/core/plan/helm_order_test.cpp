/// The orders that Helm itself was seen to take, against the plans: tests/oracle/helm/ made the
/// records. Where a plan means to do otherwise, departures.txt of the case says so: differences,
/// one a line, and below them, indented, the reason.
#include "support/catch.hpp"
#include "support/helm_differences.hpp"

using namespace slipway;
using namespace slipway::testing;
namespace fs = std::filesystem;

namespace {

const fs::path helm_corpus = corpus / "helm";

bool is_reason(std::string_view line) { return line.front() == ' '; }

/// The differences that the case gives a reason for.
Differences departures(const fs::path& folder) {
    const std::string text = text_in(folder / "departures.txt");
    Differences explained;
    Differences unexplained;
    for (const auto line : split(text, '\n')) {
        if (line.empty()) continue;
        if (!is_reason(line)) {
            unexplained.emplace(line);
        } else {
            explained.merge(unexplained);
        }
    }
    return explained;
}

}  // namespace

TEST_CASE("a plan keeps every order that Helm keeps, or its case says why not", "[plan][helm]") {
    const auto all = cases_of(helm_corpus);
    REQUIRE_FALSE(all.empty());
    for (const fs::path& folder : all) {
        DYNAMIC_SECTION(fs::relative(folder, helm_corpus).string()) {
            REQUIRE(fs::exists(folder / "helm.txt"));

            const auto found = differences(helm_record(folder), compiled(folder));

            CHECK(found == departures(folder));
        }
    }
}
