/// YAML as kubectl reads it: the same JSON as sigs.k8s.io/yaml, or a refusal that is meant.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "differential/yaml_corpus.hpp"
#include "support/catch.hpp"
#include "support/oracle.hpp"

using namespace slipway;
using namespace slipway::test;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// What kubectl takes and the operator does not, by the words of its refusal.
struct Refused {
    const char* words;
    const char* why;
};

constexpr std::array deliberate{
    Refused{"stands twice in one map", "kubectl silently keeps the last"},
    Refused{"a tag that runs into", "kubectl makes the sign a part of the tag"},
    Refused{"closes nothing", "kubectl makes the sign a part of the tag"},
    Refused{"before this is not closed", "{k: v:} is a text with a colon to kubectl"},
    Refused{"a carriage return that ends no line", "a relic that nobody means"},
    Refused{
        "JSON has no infinity", "kubectl takes it where the same key comes again, with another"},
    Refused{"a line or paragraph separator", "nobody sees that it ends a line"},
};

const Refused* reason_for(const std::string& message) {
    const auto* const found = std::ranges::find_if(deliberate, [&](const Refused& refused) {
        return message.find(refused.words) != std::string::npos;
    });
    return found == deliberate.end() ? nullptr : found;
}

/// "corpus:3:7 (document 1): ..."
bool names_its_place(const std::string& message) {
    return std::regex_search(message, std::regex("^corpus:[1-9][0-9]*:[1-9][0-9]* \\(document 1"));
}

/// What kubectl refuses and the operator takes: JSON's escape of a slash, which YAML has by now.
bool is_taken_on_purpose(const std::string& text, const json& kubectl) {
    return kubectl.contains("error") && text.find("\\/") != text.npos;
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Lists are taken apart, as the operator does.
std::vector<std::string> objects_in(const json& documents) {
    std::vector<std::string> objects;
    for (const json& document : documents) {
        const bool is_list =
            document.value("kind", "").ends_with("List") && document.contains("items");
        if (!is_list) objects.push_back(document.dump());
        if (!is_list) continue;
        for (const json& item : document["items"])
            objects.push_back(item.dump());
    }
    return objects;
}

}  // namespace

TEST_CASE("YAML is what it is to kubectl, or is refused on purpose", "[differential][yaml]") {
    const auto corpus = yaml_corpus();
    CHECK(corpus.size() >= 3'000);
    const auto answers = ask_oracle("yaml", std::vector<json>(corpus.begin(), corpus.end()));

    std::size_t refused = 0;
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        const auto read = manifest::read_value("corpus", corpus[i]);
        const json& kubectl = answers[i];
        INFO(corpus[i]);
        INFO("kubectl: " << kubectl.dump());
        if (!read) {
            ++refused;
            INFO(read.error().message);
            CHECK(names_its_place(read.error().message));
        }
        if (!read && kubectl.contains("json")) {
            INFO("slipway: " << read.error().message);
            // What stands behind the first document kubectl drops, whatever it is.
            const bool drops = kubectl.value("drops", false);
            CHECK((drops || reason_for(read.error().message) != nullptr));
        } else if (read && !is_taken_on_purpose(corpus[i], kubectl)) {
            CHECK(read->dump() == kubectl.value("json", json("an error")).dump());
        }
    }
    CHECK(refused >= 2'000);
}

TEST_CASE("manifests of public charts are what they are to kubectl", "[differential][yaml][real]") {
    const char* folder = std::getenv("SLIPWAY_TEST_MANIFESTS");
    if (folder == nullptr) {
        WARN("skipped: SLIPWAY_TEST_MANIFESTS names no folder of manifests");
        return;
    }
    std::vector<fs::path> files;
    std::vector<json> texts;
    for (const auto& entry : fs::directory_iterator(folder)) {
        files.push_back(entry.path());
        texts.emplace_back(text_of(entry.path()));
    }
    REQUIRE_FALSE(files.empty());
    const auto answers = ask_oracle("documents", texts);

    for (std::size_t i = 0; i < files.size(); ++i) {
        INFO(files[i].string());
        const auto read = manifest::read_objects("chart", texts[i].get<std::string>());
        REQUIRE(read);
        std::vector<std::string> objects;
        for (const SourcedObject& object : *read)
            objects.push_back(object.object.document().dump());
        CHECK((objects == objects_in(answers[i].at("json"))));
    }
}
