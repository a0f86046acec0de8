/// Every field of the schema is either honoured, and a test shows it, or refused at admission.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/model/release.hpp"
#include "crds/schema.hpp"

using namespace slipway;
using namespace slipway::crd;

namespace {

namespace fs = std::filesystem;

/// A row of leaves.txt: "<path> honoured: <test>" or "<path> refused: <message>".
struct Leaf {
    bool honoured = false;
    std::string by{};
};

std::map<std::string, Leaf> table() {
    std::map<std::string, Leaf> leaves;
    std::istringstream lines(text_of("tests/crds/leaves.txt"));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '#') continue;
        CAPTURE(line);
        const auto space = line.find(' ');
        const auto colon = line.find(": ");
        REQUIRE(space < colon);
        REQUIRE(colon != std::string::npos);
        const std::string verdict = line.substr(space + 1, colon - space - 1);
        REQUIRE((verdict == "honoured" || verdict == "refused"));
        leaves[line.substr(0, space)] = {verdict == "honoured", line.substr(colon + 2)};
    }
    return leaves;
}

std::set<std::string> leaves_of_the_schema() {
    std::set<std::string> leaves;
    walk("spec", schema("spec"), [&](const std::string& path, const json& field) {
        if (is_leaf(field)) leaves.insert(path);
    });
    return leaves;
}

/// Path of each field that a rule refuses, with the rule's message.
std::map<std::string, std::string> refusals() {
    std::map<std::string, std::string> refused;
    walk("spec", schema("spec"), [&](const std::string& path, const json& field) {
        const std::string start = "!has(self.";
        for (const json& rule : field.value("x-kubernetes-validations", json::array())) {
            const auto text = rule.at("rule").get<std::string>();
            const auto end = text.find(')');
            if (!text.starts_with(start) || end + 1 != text.size()) continue;
            const auto name = text.substr(start.size(), end - start.size());
            refused[path + "." + name] = rule.at("message").get<std::string>();
        }
    });
    return refused;
}

/// The message that refuses `leaf` or something that it is in; "" where nothing does.
std::string refusal_of(const std::string& leaf, const std::map<std::string, std::string>& refused) {
    for (const auto& [path, message] : refused) {
        const bool within =
            leaf.starts_with(path) &&
            (leaf.size() == path.size() || leaf[path.size()] == '.' || leaf[path.size()] == '[');
        if (within) return message;
    }
    return "";
}

/// Names that go over several lines as one.
std::string in_one_line(const std::string& text) {
    static const std::regex start(R"(TEST_CASE\(\s+)");
    static const std::regex seam(R"re("\s*\n\s*")re");
    return std::regex_replace(std::regex_replace(text, start, "TEST_CASE("), seam, "");
}

std::string all_tests() {
    std::string text;
    for (const auto& entry : fs::recursive_directory_iterator(SLIPWAY_SOURCE_DIR "/tests")) {
        const auto path = fs::relative(entry.path(), SLIPWAY_SOURCE_DIR).generic_string();
        if (path.ends_with("_test.cpp")) text += in_one_line(text_of(path));
    }
    return text;
}

}  // namespace

TEST_CASE("every leaf of the spec stands in the table of leaves", "[crds]") {
    const auto listed = table();
    const auto leaves = leaves_of_the_schema();

    for (const std::string& leaf : leaves) {
        CAPTURE(leaf);
        CHECK(listed.contains(leaf));
    }
    for (const auto& [leaf, row] : listed) {
        CAPTURE(leaf);
        CHECK(leaves.contains(leaf));
    }
}

TEST_CASE("a leaf that is not honoured is refused at admission, in words", "[crds]") {
    const auto refused = refusals();

    for (const auto& [leaf, row] : table()) {
        CAPTURE(leaf);
        CHECK(refusal_of(leaf, refused) == (row.honoured ? "" : row.by));
    }
}

TEST_CASE("a leaf that is honoured names a test that exists", "[crds]") {
    const std::string tests = all_tests();

    for (const auto& [leaf, row] : table()) {
        CAPTURE(leaf, row.by);
        if (row.honoured) CHECK(tests.find("TEST_CASE(\"" + row.by + "\"") != std::string::npos);
    }
}

TEST_CASE("a refused field has no default, which would refuse every Release", "[crds]") {
    const auto refused = refusals();

    walk("spec", schema("spec"), [&](const std::string& path, const json& field) {
        CAPTURE(path);
        if (refused.contains(path)) CHECK_FALSE(field.contains("default"));
    });
}

TEST_CASE("the operator refuses in the same words as admission", "[crds]") {
    for (const auto& [path, message] : refusals()) {
        CAPTURE(path);
        const bool of_source = path.starts_with("spec.sources[].");
        json source{{"inline", "a: b"}};
        json spec = json::object();
        (of_source ? source : spec)[path.substr(path.rfind('.') + 1)] = 1;
        spec["sources"] = {source};

        const auto release = read_release(*Object::from_json({
            {"apiVersion", "slipway.dev/v1alpha1"},
            {"kind", "Release"},
            {"metadata", {{"name", "web"}}},
            {"spec", spec},
        }));

        REQUIRE_FALSE(release);
        std::string told = release.error().message;
        if (const auto index = told.find("[0]"); index != std::string::npos)
            told.erase(index + 1, 1);
        CHECK(told == message);
    }
}
