/// Helm itself, version 3 and version 4, and Slipway do the same with the same objects, in the same
/// order; where they do not, docs/ordering.md says why.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "conformance/difference.hpp"
#include "conformance/stand.hpp"
#include "core/base/text.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::conformance;
namespace fs = std::filesystem;

namespace {

Stand& stand() {
    static Stand shared;
    return shared;
}

/// Those of which SLIPWAY_CHARTS names none are left out: "hooks-by-weight,kong".
bool is_wanted(const std::string& name) {
    const char* wanted = std::getenv("SLIPWAY_CHARTS");
    if (wanted == nullptr) return true;
    const auto names = split(wanted, ',');
    return std::ranges::find(names, name) != names.end();
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
    std::vector<fs::path> entries;
    for (const auto& entry : fs::directory_iterator(folder))
        entries.push_back(entry.path());
    std::ranges::sort(entries);
    return entries;
}

std::vector<Chart> our_charts() {
    std::vector<Chart> charts;
    for (const auto& folder : sorted_entries(SLIPWAY_SOURCE_DIR "/tests/conformance/charts")) {
        if (is_wanted(folder.filename())) charts.push_back(Chart::ours(folder));
    }
    return charts;
}

std::vector<Chart> published_charts() {
    std::vector<Chart> charts;
    const char* folder = std::getenv("SLIPWAY_TEST_MANIFESTS");
    if (folder == nullptr) {
        std::cerr << "skipped: SLIPWAY_TEST_MANIFESTS names no folder of published manifests\n";
        return charts;
    }
    for (const auto& file : sorted_entries(folder)) {
        if (is_wanted(file.stem())) charts.push_back(Chart::published(file));
    }
    return charts;
}

std::string ordering_page() {
    std::ostringstream text;
    text << std::ifstream(SLIPWAY_SOURCE_DIR "/docs/ordering.md").rdbuf();
    return text.str();
}

struct Tally {
    int explained = 0;
    std::vector<std::string> unexplained{};
    std::map<std::string_view, int> by_reason{};
};

Tally tally_of(const Played& helms, Tool helm, const Played& slipways) {
    Tally tally;
    for (Difference& difference : differences(helm, helms.record, slipways.record)) {
        difference.helm_had_refused = helms.had_refused(difference.operation);
        if (const Reason* reason = reason_of(difference)) {
            ++tally.explained;
            ++tally.by_reason[reason->name];
        } else {
            tally.unexplained.push_back(difference.text());
        }
    }
    return tally;
}

void check_against(Tool helm, const Chart& chart, const Played& slipways) {
    const std::string who = helm == Tool::Helm3 ? "Helm 3" : "Helm 4";
    const Played helms = stand().play(helm, chart);
    for (const auto& [operation, refusal] : helms.refusals)
        std::cout << chart.name() << ": " << who << ": " << operation << ": " << refusal << "\n";
    const Tally tally = tally_of(helms, helm, slipways);
    std::size_t acts = 0;
    for (const auto& [operation, done] : helms.record)
        acts += done.size();
    std::cout << format(
        "{} {}: {} acts, {} differences with a reason, {} without\n",
        chart.name(),
        who,
        acts,
        tally.explained,
        tally.unexplained.size()
    );
    for (const auto& [reason, count] : tally.by_reason)
        std::cout << format("    {} ({})\n", reason, count);
    std::cout << std::flush;
    for (const std::string& text : tally.unexplained)
        UNSCOPED_INFO(who << ": " << text);
    CHECK(tally.unexplained.empty());
}

void check(const Chart& chart) {
    const Played slipways = stand().play(Tool::Slipway, chart);
    for (const auto& [operation, refusal] : slipways.refusals)
        UNSCOPED_INFO("Slipway: " << operation << ": " << refusal);
    CHECK(slipways.refusals.empty());
    check_against(Tool::Helm3, chart, slipways);
    check_against(Tool::Helm4, chart, slipways);
}

}  // namespace

TEST_CASE("Slipway keeps Helm's order with charts of every trait", "[conformance][ours]") {
    static const auto charts = our_charts();
    for (const Chart& chart : charts)
        DYNAMIC_SECTION(chart.name()) { check(chart); }
}

TEST_CASE("Slipway keeps Helm's order with published charts", "[conformance][published]") {
    static const auto charts = published_charts();
    for (const Chart& chart : charts)
        DYNAMIC_SECTION(chart.name()) { check(chart); }
}

TEST_CASE("docs/ordering.md has every reason", "[conformance][page]") {
    const std::string page = ordering_page();
    for (const Reason& reason : reasons())
        CHECK_THAT(page, Catch::Contains(std::string(reason.name)));
}
