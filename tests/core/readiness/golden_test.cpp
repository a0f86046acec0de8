#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/readiness/readiness.hpp"
#include "support/catch.hpp"

// Each file of tests/golden/readiness/<rule>/ holds an object, what surrounds it, and the verdict:
//   {"object": {}, "pods": [], "podsFollow": false, "podsHidden": false, "now": "",
//    "volumeBindingMode": "", "judgedAs": "hook", "expected": {"state": "", "why": "", "lookAgain":
//    ""}}
// UPDATE_GOLDEN=1 writes the verdicts anew; read the difference before you believe it.

using namespace slipway;
using namespace slipway::readiness;
using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

const fs::path goldens = fs::path(SLIPWAY_SOURCE_DIR) / "tests/golden/readiness";

std::vector<fs::path> golden_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(goldens)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

json read(const fs::path& file) {
    std::ifstream stream(file);
    return json::parse(stream);
}

Object object(const json& document) {
    return Object::from_json(nlohmann::json::parse(document.dump())).value();
}

Evidence evidence_of(const json& golden) {
    Evidence evidence{
        .live = object(golden.at("object")),
        .now = parse_time(golden.value("now", "2026-11-20T12:00:00Z")).value(),
        .pods_follow = golden.value("podsFollow", false),
        .pods_hidden = golden.value("podsHidden", false),
        .volume_binding_mode = golden.value("volumeBindingMode", ""),
    };
    for (const json& pod : golden.value("pods", json::array()))
        evidence.pods.push_back(object(pod));
    return evidence;
}

std::string name_of(State state) {
    switch (state) {
        case State::Ready: return "Ready";
        case State::Progressing: return "Progressing";
        case State::Failed: return "Failed";
    }
    return "";
}

json verdict_of(const json& golden) {
    const Evidence evidence = evidence_of(golden);
    const bool hook = golden.value("judgedAs", "") == "hook";
    const Readiness verdict = hook ? assess_hook(evidence) : assess(evidence);
    json written{{"state", name_of(verdict.state)}, {"why", verdict.why}};
    if (verdict.look_again) written["lookAgain"] = to_text(*verdict.look_again);
    return written;
}

}  // namespace

TEST_CASE(
    "every golden object is judged as its file says, with the same why", "[readiness][golden]"
) {
    const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
    for (const fs::path& file : golden_files()) {
        INFO(file.string());
        json golden = read(file);

        const json verdict = verdict_of(golden);

        if (update && golden["expected"] != verdict) {
            golden["expected"] = verdict;
            std::ofstream(file) << golden.dump(2) << "\n";
        }
        CHECK(golden["expected"] == verdict);
    }
}

TEST_CASE(
    "every rule has golden files, one ready and, if it can wait, one progressing", "[readiness]"
) {
    // What is ready as soon as it is stored never waits.
    const std::set<std::string> never_wait{"batch_cron_job", "networking_ingress"};
    std::set<std::string> covered;
    for (const fs::path& file : golden_files()) {
        const std::string state = read(file).at("expected").at("state");
        covered.insert(file.parent_path().filename().string() + " " + state);
    }

    const fs::path rules = fs::path(SLIPWAY_SOURCE_DIR) / "operator/core/readiness/rules";
    for (const auto& entry : fs::directory_iterator(rules)) {
        const std::string rule = entry.path().stem().string();
        INFO(rule);
        CHECK(covered.contains(rule + " Ready"));
        CHECK((never_wait.contains(rule) || covered.contains(rule + " Progressing")));
    }
}
