/// tests/golden/manifest/<case>.yaml, and beside it what reading it gives: <case>.json, the objects
/// with their places, or <case>.error. UPDATE_GOLDEN=1 writes them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using slipway::manifest::read_objects;

namespace {

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcome {
    std::string extension;
    std::string text;
};

Outcome outcome_of(const fs::path& path) {
    const auto objects = read_objects(path.filename().string(), content(path));
    if (!objects) return {".error", objects.error().message + "\n"};
    auto all = ordered_json::array();
    for (const auto& each : *objects) {
        all.push_back(
            {{"place", each.place.text(each.object.title())}, {"object", each.object.document()}}
        );
    }
    return {".json", all.dump(2) + "\n"};
}

}  // namespace

TEST_CASE("manifests are read as their golden files say", "[manifest][golden]") {
    const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
    int cases = 0;
    for (const auto& entry : fs::directory_iterator(SLIPWAY_SOURCE_DIR "/tests/golden/manifest")) {
        if (entry.path().extension() != ".yaml") continue;
        INFO(entry.path().filename().string());
        const Outcome outcome = outcome_of(entry.path());
        auto expected = entry.path();
        expected.replace_extension(outcome.extension);
        if (update) std::ofstream(expected, std::ios::binary) << outcome.text;

        CHECK(outcome.text == content(expected));
        ++cases;
    }
    CHECK(cases >= 15);
}
