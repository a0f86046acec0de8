#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "support/catch.hpp"

using namespace slipway;
using manifest::read_objects;

namespace {

/// Where each object stands and how it is called.
std::vector<std::string> places(const std::string& yaml) {
    const auto objects = read_objects("shop.yaml", yaml);
    if (!objects) return {objects.error().message};
    std::vector<std::string> all;
    for (const SourcedObject& each : *objects)
        all.push_back(each.place.text(each.object.title()));
    return all;
}

using Places = std::vector<std::string>;

const std::string a = "{apiVersion: v1, kind: Secret, metadata: {name: a}}\n";
const std::string b =
    "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {\"name\": \"b\"}}\n";

}  // namespace

TEST_CASE("each document is an object, with the place where it starts", "[manifest][objects]") {
    struct Row {
        std::string text;
        Places expected;
    };
    const std::string at_a = "shop.yaml:1:1 (document 1, Secret/a)";
    const auto row = GENERATE_COPY(
        Row{"", {}},
        Row{"---\n# only a comment\n---\n\n...\n---\n~\n", {}},
        Row{a, {at_a}},
        Row{a + "---\n# nothing\n---\n" + b, {at_a, "shop.yaml:5:1 (document 2, Secret/b)"}},
        Row{"---\n\n  " + a + "...\n" + b,
            {"shop.yaml:3:3 (document 1, Secret/a)", "shop.yaml:5:1 (document 2, Secret/b)"}},
        Row{"--- " + a + "--- # second\n" + b,
            {"shop.yaml:1:5 (document 1, Secret/a)", "shop.yaml:3:1 (document 2, Secret/b)"}},
        Row{"%YAML 1.1\n---\n" + a + "---\n" + b,
            {"shop.yaml:3:1 (document 1, Secret/a)", "shop.yaml:5:1 (document 2, Secret/b)"}},
        Row{a + "---\r\n\xEF\xBB\xBF" + b, {at_a, "shop.yaml:3:1 (document 2, Secret/b)"}},
        Row{b + b + b + b,
            {"shop.yaml:1:1 (document 1, Secret/b)",
             "shop.yaml:2:1 (document 2, Secret/b)",
             "shop.yaml:3:1 (document 3, Secret/b)",
             "shop.yaml:4:1 (document 4, Secret/b)"}},
        Row{a + "---", {at_a}}
    );
    CAPTURE(row.text);

    CHECK(places(row.text) == row.expected);
}

TEST_CASE("lists are unfolded into their items, each at its own place", "[manifest][objects]") {
    struct Row {
        std::string text;
        Places expected;
    };
    const auto row = GENERATE_COPY(
        Row{"apiVersion: v1\nkind: List\nitems:\n- " + a + "-\n  " + b,
            {"shop.yaml:4:3 (document 1, Secret/a)", "shop.yaml:6:3 (document 1, Secret/b)"}},
        Row{"apiVersion: v1\nkind: SecretList\nitems:\n- metadata: {name: a}\n- metadata: {name: "
            "b}\n",
            {"shop.yaml:4:3 (document 1, Secret/a)", "shop.yaml:5:3 (document 1, Secret/b)"}},
        Row{"apiVersion: v1\nkind: List\nitems:\n- kind: List\n  items:\n  - " + a,
            {"shop.yaml:6:5 (document 1, Secret/a)"}},
        Row{"apiVersion: v1\nkind: List\nx: &a " + a + "items: [*a]\n",
            {"shop.yaml:4:9 (document 1, Secret/a)"}},
        Row{R"({"kind": "List", "items": [)" + b + "]}", {"shop.yaml:1:28 (document 1, Secret/b)"}},
        Row{"apiVersion: v1\nkind: List\nitems: []\n", {}},
        Row{"apiVersion: v1\nkind: ConfigMapList\nitems:\n", {}},
        Row{"apiVersion: v1\nkind: List\n",
            {"shop.yaml:1:1 (document 1, List): the List has no items"}},
        Row{"apiVersion: x.io/v1\nkind: AllowList\nmetadata: {name: x}\n",
            {"shop.yaml:1:1 (document 1, AllowList/x)"}}
    );
    CAPTURE(row.text);

    CHECK(places(row.text) == row.expected);
}

TEST_CASE("items of a typed list take kind and apiVersion from it", "[manifest][objects]") {
    const auto objects = read_objects(
        "shop.yaml",
        "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: web, namespace: "
        "shop}\n"
    );

    REQUIRE(objects);
    CHECK(objects->front().object.id() == ObjectId{"apps", "Deployment", "shop", "web"});
}

TEST_CASE("labels, annotations and namespace may be left empty", "[manifest][objects]") {
    const std::string head = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n";

    CHECK(places(head + "  annotations:\n  labels: ~\n  namespace:\n").size() == 1);
    CHECK(read_objects("x", head + "  namespace:\n")->front().object.in_namespace().empty());
}

TEST_CASE("what is no template of a built-in workload is left alone", "[manifest][objects]") {
    struct Row {
        const char* type;
        const char* spec;
    };
    const auto row = GENERATE(
        Row{"example.com/v1, kind: Deployment", "{template: {metadata: {labels: {a: 1}}}}"},
        Row{"v1, kind: ConfigMap", "{template: {metadata: {labels: {a: 1}}}}"},
        Row{"apps/v1, kind: Deployment", "{template: {metadata: {labels: {a: null}}}}"},
        Row{"apps/v1, kind: Deployment", "{template: {metadata: {labels: null}}}"},
        Row{"apps/v1, kind: Deployment", "{template: {metadata: [x]}}"},
        Row{"apps/v1, kind: Deployment", "[{template: {metadata: {labels: {a: 1}}}}]"},
        Row{"apps/v1, kind: Deployment", "{jobTemplate: {metadata: {labels: {a: 1}}}}"},
        Row{"apps/v1, kind: StatefulSet", "{volumeClaimTemplates: x}"},
        Row{"apps/v1, kind: StatefulSet", "{volumeClaimTemplates: [x, {metadata: y}, null]}"}
    );
    CAPTURE(row.type, row.spec);

    const auto objects = read_objects(
        "shop.yaml",
        format("{{apiVersion: {}, metadata: {{name: a}}, spec: {}}}", row.type, row.spec)
    );

    CHECK(objects);
}

TEST_CASE("the first object that is wrong stops the reading of all", "[manifest][objects]") {
    const auto objects = read_objects("shop.yaml", a + "---\nkind: Secret\n");

    REQUIRE_FALSE(objects);
    CHECK(objects.error().kind == ErrorKind::InvalidManifest);
    CHECK(
        objects.error().message ==
        "shop.yaml:3:1 (document 2, Secret): the manifest has no apiVersion; every manifest needs "
        "apiVersion, kind and metadata.name"
    );
}

TEST_CASE("a message never repeats what a document holds", "[manifest][objects]") {
    const auto* wrong = GENERATE(
        "  password: \"hunter2\n",
        "  password: hunter2: x\n",
        "  password: @hunter2\n",
        "  password: [hunter2\n",
        "  password: !!int hunter2\n",
        "  password: hunter2\n  password: hunter2\n",
        "  password: hunter2\x01\n",
        "  password: *hunter2\n"
    );
    CAPTURE(wrong);

    const auto objects = read_objects(
        "shop.yaml",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData:\n" + std::string(wrong)
    );

    REQUIRE_FALSE(objects);
    CHECK_THAT(objects.error().message, Catch::Contains("(document 1"));
    CHECK_THAT(objects.error().message, !Catch::Contains("hunter2"));
}
