#include <nlohmann/json.hpp>

#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::testing;

namespace {

const std::string crontab = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  names: {kind: CronTab, plural: crontabs}
  scope: Cluster
  versions: [{name: v1, served: true, storage: true}]
)";

std::string config_map(const std::string& metadata) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: " + metadata + "\n";
}

}  // namespace

TEST_CASE("an object that names no namespace comes into the target namespace", "[plan][content]") {
    plan::Content content =
        content_of(config_map("{name: a}") + config_map("{name: b, namespace: x}"));
    content.target_namespace = "target";

    const auto resolved = must(plan::resolve(content, KindCatalog::built_in()));

    CHECK(resolved.objects[0].object.in_namespace() == "target");
    CHECK(resolved.objects[1].object.in_namespace() == "x");
}

TEST_CASE("without a target namespace it is the Release's own", "[plan][content]") {
    plan::Content content = content_of(config_map("{name: a}"));
    content.target_namespace = "";

    CHECK(
        must(plan::resolve(content, KindCatalog::built_in())).objects[0].object.in_namespace() ==
        "shop"
    );
}

TEST_CASE("what is cluster-scoped has no namespace", "[plan][content]") {
    const auto content = must(resolved(
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: wrong}\n---" + crontab +
        "---\napiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: nightly, "
        "namespace: x}\n"
    ));

    for (const SourcedObject& sourced : content.objects)
        CHECK(sourced.object.in_namespace().empty());
}

TEST_CASE(
    "a kind is known by the content's own definition, wherever that stands", "[plan][content]"
) {
    const std::string resource =
        "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: nightly}\n---";

    CHECK(resolved(resource + crontab));
    CHECK(plan::unknown_kinds(content_of(resource + crontab), KindCatalog::built_in()).empty());
}

TEST_CASE("an unknown kind is refused with its place and named once", "[plan][content]") {
    const std::string yaml =
        "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n---\n"
        "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: b}\n";

    const auto content = resolved(yaml);
    const auto unknown = plan::unknown_kinds(content_of(yaml), KindCatalog::built_in());

    REQUIRE_FALSE(content);
    CHECK(content.error().kind == ErrorKind::UnknownKind);
    CHECK(content.error().message.find("shop.yaml:1:1 (document 1, Gadget/a)") == 0);
    REQUIRE(unknown.size() == 1);
    CHECK(unknown[0].api_version() == "example.com/v1");
    CHECK(unknown[0].kind == "Gadget");
}

TEST_CASE("every version that is not the catalog's own is asked for", "[plan][content]") {
    const std::string yaml =
        "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\n---\n"
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: b}\n---\n"
        "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n---\n"
        "apiVersion: example.com/v2\nkind: Gadget\nmetadata: {name: b}\n";

    const auto unknown = plan::unknown_kinds(content_of(yaml), KindCatalog::built_in());

    REQUIRE(unknown.size() == 3);
    CHECK(unknown[0].api_version() == "policy/v1beta1");
    CHECK(unknown[1].api_version() == "example.com/v1");
    CHECK(unknown[2].api_version() == "example.com/v2");
}

TEST_CASE(
    "a version that the content's own definition does not serve is refused", "[plan][content]"
) {
    const auto content = resolved(
        "apiVersion: stable.example.com/v2\nkind: CronTab\nmetadata: {name: nightly}\n---" + crontab
    );

    REQUIRE_FALSE(content);
    CHECK(content.error().kind == ErrorKind::UnknownKind);
    CHECK(
        content.error().message ==
        "shop.yaml:1:1 (document 1, CronTab/nightly): "
        "CustomResourceDefinition/crontabs.stable.example.com of this release does not serve "
        "CronTab in version v2, only in v1; write apiVersion: stable.example.com/v1, or serve v2 "
        "too"
    );
}

TEST_CASE(
    "two objects are the same whatever their versions and however they name the namespace",
    "[plan][content]"
) {
    const auto content =
        resolved(config_map("{name: a}") + config_map("{name: a, namespace: shop}"));

    REQUIRE_FALSE(content);
    CHECK(content.error().kind == ErrorKind::InvalidManifest);
    CHECK(content.error().message.find("shop.yaml:2:1") != std::string::npos);
    CHECK(content.error().message.find("shop.yaml:6:1") != std::string::npos);
}

TEST_CASE("a Secret's stringData moves into data and wins over it", "[plan][content]") {
    const auto content = must(
        resolved("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n"
                 "data: {kept: eA==, password: b2xk}\nstringData: {password: secret, empty: ''}\n")
    );

    const nlohmann::json& secret = content.objects[0].object.document();
    CHECK_FALSE(secret.contains("stringData"));
    CHECK(
        secret["data"] == nlohmann::json{{"kept", "eA=="}, {"password", "c2VjcmV0"}, {"empty", ""}}
    );
}

TEST_CASE("stringData that is no text is refused with its key", "[plan][content]") {
    const auto content =
        resolved("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {port: 80}\n");

    REQUIRE_FALSE(content);
    CHECK(
        content.error().message ==
        "shop.yaml:1:1 (document 1, Secret/a): stringData.port is no text; put its value in quotes"
    );
}

TEST_CASE("of list entries with one key the last stays, with a warning", "[plan][content]") {
    struct Row {
        const char* head;
        const char* indent;
        const char* pointer;
    };
    const auto row = GENERATE(
        Row{"apiVersion: v1\nkind: Pod\n", "", "/spec"},
        Row{"apiVersion: apps/v1\nkind: Deployment\n", "template: ", "/spec/template/spec"},
        Row{"apiVersion: batch/v1\nkind: Job\n", "template: ", "/spec/template/spec"},
        Row{"apiVersion: batch/v1\nkind: CronJob\n",
            "jobTemplate: ",
            "/spec/jobTemplate/spec/template/spec"}
    );
    CAPTURE(row.head);
    const std::string pod =
        "{imagePullSecrets: [{name: r}, {name: r}], "
        "initContainers: [{name: i, env: [{name: A, value: '1'}, {name: A, value: '2'}]}], "
        "containers: [{name: c, env: [{name: A, value: '1'}, {name: B}, {name: A, value: '2'}], "
        "ports: [{containerPort: 80, name: x}, {containerPort: 80, protocol: TCP, name: last}, "
        "{containerPort: 80, protocol: UDP}]}]}";
    std::string spec = pod;
    if (std::string(row.indent) == "template: ") spec = "{template: {spec: " + pod + "}}";
    if (std::string(row.indent) == "jobTemplate: ")
        spec = "{jobTemplate: {spec: {template: {spec: " + pod + "}}}}";

    const auto content =
        must(resolved(std::string(row.head) + "metadata: {name: a}\nspec: " + spec + "\n"));

    const nlohmann::json& tidy = *content.objects[0].object.at(row.pointer);
    CHECK(tidy["imagePullSecrets"].size() == 1);
    CHECK(
        tidy["initContainers"][0]["env"] == nlohmann::json::parse(R"([{"name":"A","value":"2"}])")
    );
    CHECK(
        tidy["containers"][0]["env"] ==
        nlohmann::json::parse(R"([{"name":"B"},{"name":"A","value":"2"}])")
    );
    CHECK(tidy["containers"][0]["ports"].size() == 2);
    CHECK(tidy["containers"][0]["ports"][0]["name"] == "last");
    REQUIRE(content.findings.size() == 4);
    CHECK(content.findings[0].rule == &dialect::rules::duplicate_list_key);
    CHECK(
        content.findings[0].message ==
        "imagePullSecrets has \"r\" more than once; the last one counts"
    );
}

TEST_CASE("a double is found among keys of several types", "[plan][content]") {
    const auto content =
        must(resolved("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"
                      "spec: {containers: [{name: c, ports: [{containerPort: 1}, {containerPort: "
                      "9223372036854775808}, {containerPort: 1.5}, {containerPort: 1}]}]}\n"));

    const nlohmann::json& spec = *content.objects[0].object.at("/spec");
    CHECK(spec["containers"][0]["ports"].size() == 3);
    CHECK(content.findings.size() == 1);
}

TEST_CASE("odd shapes where lists are expected are left to the server", "[plan][content]") {
    const auto* spec = GENERATE(
        "x",
        "[]",
        "{}",
        "{template: {spec: {containers: x}}}",
        "{template: {spec: {containers: [x, {env: {}}]}}}",
        "{template: {spec: {containers: [{env: [x, x, {value: z}, {value: z}]}]}}}"
    );
    CAPTURE(spec);

    const auto content = resolved(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: " + std::string(spec) +
        "\n"
    );

    REQUIRE(content);
    CHECK(content->findings.empty());
}

TEST_CASE("the digest is of what decides the revision, and of nothing else", "[plan][content]") {
    const plan::Content content = must(resolved(config_map("{name: a}") + config_map("{name: b}")));
    const std::string digest = plan::digest_of(content);

    SECTION("not of the places") {
        plan::Content moved = content;
        moved.objects[0].place = {.source = "elsewhere", .line = 7, .column = 1, .document = 2};
        CHECK(plan::digest_of(moved) == digest);
    }
    SECTION("not of how the keys are ordered") {
        const auto other = must(resolved(
            "kind: ConfigMap\nmetadata: {name: a}\napiVersion: v1\n" + config_map("{name: b}")
        ));
        CHECK(plan::digest_of(other) == digest);
    }
    SECTION("of the order of the objects") {
        plan::Content turned = content;
        std::swap(turned.objects[0], turned.objects[1]);
        CHECK(plan::digest_of(turned) != digest);
    }
    SECTION("of the namespace") {
        plan::Content other = content;
        other.target_namespace = "other";
        CHECK(plan::digest_of(other) != digest);
    }
    SECTION("of the name") {
        plan::Content other = content;
        other.release_name = "other";
        CHECK(plan::digest_of(other) != digest);
    }
    SECTION("of the dialects") {
        plan::Content other = content;
        other.dialects = {"helm"};
        CHECK(plan::digest_of(other) != digest);
    }
    SECTION("of every value") {
        CHECK(
            plan::digest_of(
                must(resolved(config_map("{name: a}") + config_map("{name: b, labels: {x: z}}")))
            ) != digest
        );
    }
}

TEST_CASE("content comes back from the store as it went in", "[plan][content]") {
    auto content = must(resolved(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: \"ä\"}\n"
        "spec: {containers: [{name: c, env: [{name: A}, {name: A}]}]}\n" +
        config_map("{name: b}")
    ));
    content.dialects = {"helm", "kots"};

    const auto back = must(plan::deserialise(plan::serialise(content)));

    CHECK(plan::digest_of(back) == plan::digest_of(content));
    CHECK(back.findings == content.findings);
    REQUIRE(back.objects.size() == 2);
    CHECK(back.objects[1].place.text("x") == content.objects[1].place.text("x"));
    CHECK(plan::serialise(back) == plan::serialise(content));
}

TEST_CASE("damaged content is refused, never taken for an empty one", "[plan][content]") {
    const std::string stored = plan::serialise(content_of(config_map("{name: a}")));
    const std::string deep = std::string(1000, '[') + std::string(1000, ']');
    const auto damaged = GENERATE_REF(
        std::string(),
        std::string("[]"),
        std::string("{}"),
        std::string(R"({"format":2})"),
        std::string(R"({"format":1,"objects":[]})"),
        std::string(R"({"format":2,"objects":{}})"),
        std::string(R"({"format":2,"objects":[{}]})"),
        std::string(R"({"format":2,"objects":[{"object":{"kind":"Pod"}}]})"),
        R"({"format":2,"objects":[{"object":{"apiVersion":"v1","kind":"Pod",)"
        R"("metadata":{"name":"a"},"spec":)" +
            deep + "}}]}",
        stored.substr(0, stored.size() - 1)
    );
    CAPTURE(damaged);

    const auto content = plan::deserialise(damaged);

    REQUIRE_FALSE(content);
    CHECK(content.error().kind == ErrorKind::Internal);
}
