#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

namespace fs = std::filesystem;

TEST_CASE("manifests of public charts are read whole", "[manifest][real]") {
    const char* folder = std::getenv("SLIPWAY_TEST_MANIFESTS");
    if (folder == nullptr) {
        WARN("skipped: SLIPWAY_TEST_MANIFESTS names no folder of manifests");
        return;
    }
    REQUIRE_FALSE(fs::is_empty(folder));
    for (const auto& entry : fs::directory_iterator(folder)) {
        INFO(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};

        const auto objects =
            slipway::manifest::read_objects(entry.path().filename().string(), text);

        if (!objects) FAIL_CHECK(objects.error().message);
        CHECK((!objects || !objects->empty()));
    }
}
