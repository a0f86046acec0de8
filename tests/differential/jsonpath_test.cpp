/// JSONPath as client-go evaluates it: the same text, or a departure that is meant.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/path.hpp"
#include "support/catch.hpp"
#include "support/oracle.hpp"

using namespace slipway;
using namespace slipway::test;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct Question {
    std::string expression;
    json document;
};

/// Every path with every ending, of a document like those that are waited for.
void add_generated(std::vector<Question>& questions, const json& document) {
    const std::vector<std::string> paths{
        ".kind",
        ".metadata.name",
        ".metadata.labels",
        ".metadata.labels['app.kubernetes.io/name']",
        ".metadata.annotations.foo\\.bar/x",
        ".metadata['labels']",
        ".spec",
        ".spec.replicas",
        ".spec.weight",
        ".spec.paused",
        ".spec.none",
        ".spec.empty",
        ".spec.noList",
        ".spec.ports",
        ".spec.matrix",
        ".spec.matrix[*]",
        ".spec.containers",
        ".spec.containers[*]",
        ".spec.containers[*].ports",
        ".status.conditions",
        ".status.conditions[*]",
        ".status.tasks",
        ".missing",
        "$.status",
        "@.spec.containers[0]"};
    const std::vector<std::string> endings{
        "",
        "[0]",
        "[-1]",
        "[3]",
        "[-4]",
        "[*]",
        "[:]",
        "[1:]",
        "[:-1]",
        "[::2]",
        "[2:1]",
        "[0,1]",
        "[0,0]",
        "[0,9]",
        ".name",
        "['name','image']",
        ".*",
        ".ports[0].containerPort",
        "[*].name",
        "[?(@.name)]",
        "[?(@.name=='app')].image",
        "[?(@.name!='app')]",
        "[?(@.type==\"Ready\")].status",
        "[?(@.weight>5)].type",
        "[?(@.weight>=5)].type",
        "[?(@.weight<=5.0)].type",
        "[?(@.ports[0].containerPort<90)].name",
        "[?(@>100)]",
        "[?(@==443)]",
        "[?(@.status=='True')]"};
    for (const std::string& path : paths) {
        for (const std::string& ending : endings)
            questions.push_back({"{" + path + ending + "}", document});
    }
    for (const std::string& path : paths) {
        questions.push_back({"{range " + path + "}<{.name}>{end}", document});
        questions.push_back(
            {"{range " + path + "[*]}{.name}{\"\\t\"}{.image}{\"\\n\"}{end}", document}
        );
        questions.push_back({"is {" + path + "} and {.kind}", document});
    }
}

std::vector<Question> questions() {
    std::vector<Question> all;
    for (const auto& entry : fs::directory_iterator(SLIPWAY_SOURCE_DIR "/tests/golden/condition")) {
        std::ifstream file(entry.path());
        const json golden = json::parse(file);
        for (const json& one : golden["cases"])
            all.push_back({one["template"], golden["document"]});
        if (entry.path().filename() == "object.json") add_generated(all, golden["document"]);
    }
    return all;
}

std::vector<json> asked(const std::vector<Question>& questions) {
    std::vector<json> all;
    for (const Question& question : questions)
        all.push_back({{"template", question.expression}, {"document", question.document}});
    return all;
}

std::string print(const Question& question) {
    const auto path = condition::Path::compile_template(question.expression);
    if (!path) return "an error";
    const auto printed = path->print(question.document);
    return printed ? *printed : "an error";
}

bool walks_a_map(const std::string& expression) {
    return expression.find(".*") != expression.npos || expression.find("..") != expression.npos;
}

/// Go walks through a map in any order, and prints what it meets in that order.
std::string comparable(const std::string& expression, const std::string& text) {
    if (!walks_a_map(expression)) return text;
    std::string sorted = text;
    std::ranges::sort(sorted);
    return sorted;
}

/// An empty range is an error to client-go, because of what would stand in it; here it is empty.
bool is_empty_range(const Question& question, const std::string& printed) {
    return printed.empty() && question.expression.starts_with("{range ");
}

/// One expression, with nothing around it: what a wait is written with.
bool is_single(const Question& question) {
    const std::string& text = question.expression;
    return text.rfind('{') == 0 && text.find('}') == text.size() - 1;
}

/// "an error" where there is one.
json found(const Question& question) {
    const auto path = condition::Path::compile_template(question.expression);
    if (!path) return "an error";
    const auto values = path->select(question.document, condition::MissingKeys::Allow);
    return values ? json(*values) : json("an error");
}

json comparable(const std::string& expression, json values) {
    if (walks_a_map(expression)) std::sort(values.begin(), values.end());
    return values;
}

}  // namespace

TEST_CASE("JSONPath is what it is to client-go", "[differential][jsonpath]") {
    const auto all = questions();
    const auto answers = ask_oracle("jsonpath", asked(all));

    std::size_t printed = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(all[i].expression);
        INFO(answers[i].dump());
        const std::string ours = print(all[i]);
        const std::string theirs = answers[i].value("text", "an error");
        if (theirs != "an error") ++printed;
        if (theirs == "an error" && is_empty_range(all[i], ours)) continue;
        CHECK(comparable(all[i].expression, ours) == comparable(all[i].expression, theirs));
    }
    CHECK(printed >= 300);
}

TEST_CASE(
    "where keys may be missing, JSONPath finds what client-go finds for kubectl wait",
    "[differential][jsonpath]"
) {
    auto all = questions();
    std::erase_if(all, [](const Question& question) { return !is_single(question); });
    const auto answers = ask_oracle("values", asked(all));

    std::size_t answered = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(all[i].expression);
        const json theirs = answers[i].value("json", json("an error"));
        if (theirs.is_array()) ++answered;
        CHECK(
            comparable(all[i].expression, found(all[i])) == comparable(all[i].expression, theirs)
        );
    }
    CHECK(answered >= 300);
}
