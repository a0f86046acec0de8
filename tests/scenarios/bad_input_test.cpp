/// Every bad input ends in a clear condition that names the object and the remedy, and nothing of
/// what could be known before is applied.
#include "support/bad_input.hpp"

#include "core/base/text.hpp"
#include "edge/runtime/looking.hpp"
#include "edge/runtime/preparation.hpp"
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;

namespace {

const std::string& good = slipway::test::good_manifest;

const std::string late_config = R"(---
apiVersion: v1
kind: ConfigMap
metadata:
  name: late
  annotations: {slipway.dev/phase: '1'}
)";

const std::string deployment = R"(---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 1}
)";

nlohmann::json config_of_helm(const std::string& name) {
    return {
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata",
         {{"name", name},
          {"namespace", "shop"},
          {"labels", {{"app.kubernetes.io/managed-by", "Helm"}}},
          {"annotations",
           {{"meta.helm.sh/release-name", "web"}, {"meta.helm.sh/release-namespace", "shop"}}}}}};
}

/// So many that they are listed.
std::string many_config_maps(const std::string& annotations = "{}") {
    std::string manifests;
    for (std::size_t i = 0; i < runtime::worth_a_list; ++i) {
        manifests += format(
            "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: one-of-many-{}, annotations: "
            "{}}}\n",
            i,
            annotations
        );
    }
    return manifests;
}

}  // namespace

TEST_CASE(
    "what can be known before is refused with its place, and nothing is applied",
    "[scenario][bad-input]"
) {
    const auto row = GENERATE(from_range(slipway::test::bad_manifests()));
    CAPTURE(row.what);
    FakeWorld world;

    world.release(good + row.manifests);
    world.run();

    const auto status = world.status();
    const auto* ready = find_condition(status, "Ready");
    REQUIRE(ready != nullptr);
    CAPTURE(ready->message);
    CHECK(ready->status == "False");
    CHECK(ready->reason == row.reason);
    for (const std::string& part : row.says)
        CHECK_THAT(ready->message, Catch::Contains(part));
    CHECK(world.cluster.log().empty());
}

TEST_CASE("inline sources are told apart by their place in the spec", "[scenario][bad-input]") {
    FakeWorld world;
    const auto source = [](const std::string& text) { return nlohmann::json{{"inline", text}}; };

    world.release("", {{"sources", {source(good), source(late_config), source(good)}}});
    world.run();

    CHECK(
        find_condition(world.status(), "Ready")->message ==
        "ConfigMap shop/good is defined twice: at spec.sources[0].inline:1:1 (document 1, "
        "ConfigMap/good) and at spec.sources[2].inline:1:1 (document 1, ConfigMap/good); remove or "
        "rename one of them"
    );
}

TEST_CASE(
    "a missing ConfigMap is named, and its coming starts the deployment", "[scenario][bad-input]"
) {
    FakeWorld world;
    world.release(
        "", {{"sources", {{{"configMapRef", {{"name", "manifests"}, {"key", "all.yaml"}}}}}}}
    );
    world.run();
    const auto missing = world.status();
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata", {{"name", "manifests"}, {"namespace", "shop"}}},
         {"data", {{"other.yaml", "x"}}}}
    );
    world.run();
    const auto no_key = world.status();
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata", {{"name", "manifests"}, {"namespace", "shop"}}},
         {"data", {{"all.yaml", good}}}}
    );

    world.run_to_the_end();

    CHECK(find_condition(missing, "Ready")->reason == "SourceNotFound");
    CHECK_THAT(find_condition(missing, "Ready")->message, Catch::Contains("ConfigMap/manifests"));
    CHECK_THAT(find_condition(no_key, "Ready")->message, Catch::Contains("all.yaml"));
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "a missing service account is named with the commands that make one", "[scenario][bad-input]"
) {
    FakeWorld world;

    world.release(good, {{"serviceAccountName", "nobody"}});
    world.run();

    CHECK(find_condition(world.status(), "Ready")->reason == "ServiceAccountNotFound");
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::Contains("kubectl -n shop create serviceaccount nobody")
    );
    CHECK(world.cluster.log().empty());
}

TEST_CASE(
    "a release that names no account is told how to make one, where the operator has no default",
    "[scenario][bad-input]"
) {
    FakeWorld world;

    world.release(good, {{"serviceAccountName", nullptr}});
    world.run();

    CHECK(find_condition(world.status(), "Ready")->reason == "ServiceAccountNotFound");
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::StartsWith("spec.serviceAccountName is not set and this operator has no default") &&
            Catch::Contains("kubectl -n shop create serviceaccount deployer")
    );
    CHECK(world.cluster.log().empty());
}

TEST_CASE("no account of kube-system is ever impersonated", "[scenario][bad-input]") {
    FakeWorld world;
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ServiceAccount"},
         {"metadata", {{"name", "deployer"}, {"namespace", "kube-system"}}}}
    );
    const auto sources = slipway::source::make_sources(world.cluster);
    const std::string by_default = GENERATE("", "deployer");
    Release release{.in_namespace = "kube-system", .name = "web"};
    if (by_default.empty()) release.spec.service_account_name = "deployer";

    const auto account = runtime::account_of({world.cluster, *sources, by_default}, release);

    REQUIRE_FALSE(account);
    CHECK(account.error().kind == ErrorKind::InvalidSpec);
    CHECK_THAT(
        account.error().message,
        Catch::StartsWith("ServiceAccount/deployer is of kube-system") &&
            Catch::Contains("make the release in another namespace")
    );
}

TEST_CASE(
    "an unknown kind is taken up again when its definition appears", "[scenario][bad-input]"
) {
    FakeWorld world;
    world.release("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: x}\n");
    world.run();
    const auto before = world.status();
    world.cluster.serve(
        {.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"}
    );
    world.cluster.put(
        {{"apiVersion", "apiextensions.k8s.io/v1"},
         {"kind", "CustomResourceDefinition"},
         {"metadata", {{"name", "widgets.example.com"}}}}
    );

    world.run_to_the_end();

    CHECK(before.phase == ReleasePhase::Pending);
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "a version that is not served is taken up again when its definition serves it",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    const Kind v1{.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"};
    Kind v2 = v1;
    v2.version = "v2";
    world.cluster.serve(v1);
    world.release("apiVersion: example.com/v2\nkind: Widget\nmetadata: {name: x}\n");
    world.run();
    const auto before = world.status();
    world.cluster.serve(v2);
    world.cluster.put(
        {{"apiVersion", "apiextensions.k8s.io/v1"},
         {"kind", "CustomResourceDefinition"},
         {"metadata", {{"name", "widgets.example.com"}}}}
    );

    world.run_to_the_end();

    CHECK(find_condition(before, "Ready")->reason == "UnknownKind");
    CHECK_THAT(
        find_condition(before, "Ready")->message,
        Catch::Contains("write apiVersion: example.com/v1")
    );
    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.at(FakeWorld::id("Widget", "x")).version() == "v2");
}

TEST_CASE("one release may hold a kind in two versions", "[scenario]") {
    FakeWorld world;
    for (const char* version : {"v1", "v2"}) {
        world.cluster.serve(
            {.group = "example.com", .version = version, .kind = "Widget", .plural = "widgets"}
        );
    }
    world.release(
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n---\n"
        "apiVersion: example.com/v2\nkind: Widget\nmetadata: {name: b}\n"
    );

    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.at(FakeWorld::id("Widget", "a")).version() == "v1");
    CHECK(world.cluster.at(FakeWorld::id("Widget", "b")).version() == "v2");
}

TEST_CASE(
    "what only the server can say stops the stage, and later stages are not begun",
    "[scenario][bad-input]"
) {
    struct Refused {
        ErrorKind kind;
        const char* reason;
    };
    const auto row = GENERATE(
        Refused{ErrorKind::Rejected, "Rejected"},
        Refused{ErrorKind::Forbidden, "Forbidden"},
        Refused{ErrorKind::QuotaExceeded, "QuotaExceeded"},
        Refused{ErrorKind::ImmutableField, "ImmutableField"}
    );
    FakeWorld world;
    world.cluster.refuse(
        FakeWorld::id("ConfigMap", "good"), {row.kind, "spec.x: the server says no", {}}
    );

    world.release(
        good + slipway::test::annotated("later", "werf.io/weight: \"1\""),
        {{"retry", {{"limit", 0}}}}
    );
    world.run();

    const auto status = world.status();
    const auto* ready = find_condition(status, "Ready");
    REQUIRE(ready != nullptr);
    CHECK(ready->reason == row.reason);
    CHECK_THAT(ready->message, Catch::Contains("ConfigMap/good: spec.x: the server says no"));
    CHECK(world.cluster.log().empty());
}

TEST_CASE(
    "an object of somebody else in any stage keeps all of them from beginning, until it is gone",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    world.cluster.put(config_of_helm("late"));
    world.release(good + late_config);
    world.run();

    CHECK(find_condition(world.status(), "Ready")->reason == "OwnedByAnother");
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::StartsWith("ConfigMap/late exists and belongs to Helm release shop/web;")
    );
    CHECK(world.cluster.log().empty());

    world.cluster.remove(FakeWorld::id("ConfigMap", "late"));
    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
    CHECK(world.cluster.log().size() == 2);
}

TEST_CASE(
    "an object that somebody else makes while the release is under way is not touched either",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    world.stuck.insert(FakeWorld::id("Deployment", "web"));

    world.release(deployment + late_config);
    world.run();
    CHECK(world.status().phase == ReleasePhase::Deploying);
    world.cluster.put(config_of_helm("late"));
    world.stuck.clear();
    world.run_to_the_end();

    CHECK(find_condition(world.status(), "Ready")->reason == "OwnedByAnother");

    world.cluster.remove(FakeWorld::id("ConfigMap", "late"));
    world.annotate("slipway.dev/retry-at", "now");
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "what was not there at the survey is not looked for again by the first stage, but by later "
    "ones",
    "[scenario][bad-input]"
) {
    FakeWorld world;

    world.release(good + late_config);
    world.run_to_the_end();

    CHECK(world.cluster.gets(FakeWorld::id("ConfigMap", "good")) == 1);
    CHECK(world.cluster.gets(FakeWorld::id("ConfigMap", "late")) == 2);
}

TEST_CASE("a release holds at most 10,000 objects", "[scenario][bad-input]") {
    FakeWorld world;
    nlohmann::json sources = nlohmann::json::array();
    for (const char* name : {"one", "another"}) {
        std::string manifests;
        for (int i = 0; i < 5'001; ++i) {
            manifests += format(
                "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {}-{}}}\n", name, i
            );
        }
        world.cluster.put(
            {{"apiVersion", "v1"},
             {"kind", "ConfigMap"},
             {"metadata", {{"name", name}, {"namespace", "shop"}}},
             {"data", {{"all.yaml", manifests}}}}
        );
        sources.push_back({{"configMapRef", {{"name", name}}}});
    }

    world.release("", {{"sources", sources}});
    world.run();

    CHECK(find_condition(world.status(), "Ready")->reason == "TooLarge");
    CHECK_THAT(
        find_condition(world.status(), "Ready")->message,
        Catch::Contains("the release holds 10002 objects; 10000 are the limit: split it")
    );
    CHECK(world.cluster.log().empty());
}

namespace {

const nlohmann::json available{
    {"observedGeneration", 1},
    {"replicas", 1},
    {"readyReplicas", 1},
    {"updatedReplicas", 1},
    {"availableReplicas", 1},
    {"conditions",
     nlohmann::json::array({{{"type", "Available"}, {"status", "True"}, {"reason", "Ok"}}})}};

}  // namespace

TEST_CASE(
    "a list that the server could not give is not asked for object by object",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    const ObjectId first = FakeWorld::id("ConfigMap", "one-of-many-0");
    world.stuck.insert(FakeWorld::id("Deployment", "web"));
    world.release(deployment + many_config_maps("{slipway.dev/phase: '1'}"));
    world.run();
    world.cluster.refuse_lists(
        {"", "ConfigMap"}, {ErrorKind::Throttled, "too busy", std::chrono::seconds(7)}
    );
    world.cluster.set_status(FakeWorld::id("Deployment", "web"), available);
    world.run();
    const int lists = world.cluster.lists_of({"", "ConfigMap"});

    // Whoever wakes it up meanwhile: the server has said when.
    world.annotate("slipway.dev/reconcile-at", "now");
    world.run();

    CHECK(lists > 0);
    CHECK(world.cluster.lists_of({"", "ConfigMap"}) == lists);
    CHECK(world.cluster.gets(first) == 0);
    CHECK_FALSE(world.cluster.has(first));

    world.stuck.clear();
    world.cluster.accept_lists({"", "ConfigMap"});
    world.wait_for_timer();
    world.run_to_the_end();
    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "a few objects are looked for by their names, whatever else the namespace holds",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    world.cluster.refuse_lists({"", "ConfigMap"}, {ErrorKind::Unavailable, "no answer"});

    world.release(good + late_config);
    world.run_to_the_end();

    CHECK(world.status().phase == ReleasePhase::Deployed);
}

TEST_CASE(
    "nothing is written while nobody can say what exists already; what may not be listed is looked "
    "at by name",
    "[scenario][bad-input]"
) {
    FakeWorld world;
    const GroupKind config_maps{"", "ConfigMap"};
    world.cluster.refuse_lists(config_maps, {ErrorKind::Unavailable, "no answer"});
    world.release(many_config_maps() + late_config);
    world.run();
    CHECK(world.cluster.log().empty());
    CHECK(
        world.status().waiting_for ==
        std::vector<std::string>{"a look at what exists already: no answer"}
    );

    world.cluster.refuse_lists(config_maps, {ErrorKind::Forbidden, "no right to list"});
    world.wait_for_timer();
    world.run_to_the_end();
    CHECK(world.status().phase == ReleasePhase::Deployed);
}
