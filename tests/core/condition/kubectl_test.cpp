#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/condition/path.hpp"
#include "support/catch.hpp"

// tests/golden/condition/*.json: a document, and what client-go's jsonpath (k8s.io/client-go
// v0.36.3, without AllowMissingKeys) prints of it for each template; "fails" where it gives an
// error.

using namespace slipway;
using condition::Path;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path goldens = fs::path(SLIPWAY_SOURCE_DIR) / "tests/golden/condition";

std::string printed(const std::string& text, const json& document) {
    const auto path = Path::compile_template(text);
    if (!path) return "failed to compile: " + path.error().message;
    const auto result = path->print(document);
    return result ? *result : "failed to evaluate: " + result.error().message;
}

}  // namespace

TEST_CASE("a template prints what kubectl prints", "[condition][golden]") {
    std::size_t cases = 0;
    for (const auto& entry : fs::directory_iterator(goldens)) {
        std::ifstream stream(entry.path());
        const json golden = json::parse(stream);
        for (const json& row : golden.at("cases")) {
            const std::string text = row.at("template");
            INFO(entry.path().filename().string() << ": " << text);
            ++cases;

            const std::string result = printed(text, golden.at("document"));

            if (row.contains("prints")) {
                CHECK(result == row.at("prints").get<std::string>());
            } else {
                CHECK(result.starts_with("failed to "));
            }
        }
    }
    CHECK(cases > 200);
}
