#include <cstdlib>
#include <fstream>
#include <regex>

#include "core/dialect/rule_pages.hpp"
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"

using namespace slipway::dialect;

TEST_CASE(
    "every rule has an id of its own and says what and why in single lines", "[dialect][rules]"
) {
    static const std::regex id("SLW[0-9]{3}");
    std::string last;
    for (const Rule* rule : all_rules()) {
        CAPTURE(rule->id);
        CHECK(std::regex_match(std::string(rule->id), id));
        CHECK(rule->id > last);
        last = rule->id;
        for (const auto text : {rule->title, rule->elsewhere, rule->remedy}) {
            CHECK_FALSE(text.empty());
            CHECK(text.find('\n') == text.npos);
        }
    }
    CHECK(find_rule("SLW001") == &rules::bad_hook_weight);
    CHECK(find_rule("SLW000") == nullptr);
}

TEST_CASE("docs/lint.md has the page of every rule", "[dialect][rules][golden]") {
    const std::string path = SLIPWAY_SOURCE_DIR "/docs/lint.md";
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(path) << rule_pages();
    std::ifstream file(path);

    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == rule_pages());
}
