#include "edge/runtime/pod_selection.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

Object workload(const std::string& kind, const std::string& selector) {
    return *Object::from_json(
        {{"apiVersion", kind == "ReplicationController" ? "v1" : "apps/v1"},
         {"kind", kind},
         {"metadata", {{"name", "web"}, {"namespace", "shop"}}},
         {"spec", {{"selector", json::parse(selector)}}}}
    );
}

Object pod(const std::string& labels, const std::string& born = "") {
    return *Object::from_json(
        {{"apiVersion", "v1"},
         {"kind", "Pod"},
         {"metadata",
          {{"name", "web-x"},
           {"namespace", "shop"},
           {"creationTimestamp", born},
           {"labels", json::parse(labels)}}}}
    );
}

/// One expression on the label "tier".
std::string expression(const std::string& rest) {
    return R"({"matchExpressions": [{"key": "tier", )" + rest + "}]}";
}

}  // namespace

TEST_CASE("a workload's labels and expressions select its pods", "[runtime][pods]") {
    struct Row {
        std::string selector;
        const char* labels;
        bool selected;
    };
    const auto row = GENERATE(
        Row{R"({"matchLabels": {"app": "web"}})", R"({"app": "web", "x": "y"})", true},
        Row{R"({"matchLabels": {"app": "web"}})", R"({"app": "db"})", false},
        Row{R"({"matchLabels": {"app": "web", "x": "y"}})", R"({"app": "web"})", false},
        Row{expression(R"("operator": "In", "values": ["a", "b"])"), R"({"tier": "b"})", true},
        Row{expression(R"("operator": "In", "values": ["a", "b"])"), R"({"tier": "c"})", false},
        Row{expression(R"("operator": "In", "values": ["a", "b"])"), "{}", false},
        Row{expression(R"("operator": "NotIn", "values": ["a"])"), R"({"tier": "a"})", false},
        Row{expression(R"("operator": "NotIn", "values": ["a"])"), R"({"tier": "b"})", true},
        Row{expression(R"("operator": "NotIn", "values": ["a"])"), "{}", true},
        Row{expression(R"("operator": "Exists")"), R"({"tier": ""})", true},
        Row{expression(R"("operator": "Exists")"), "{}", false},
        Row{expression(R"("operator": "DoesNotExist")"), "{}", true},
        Row{expression(R"("operator": "DoesNotExist")"), R"({"tier": "a"})", false},
        Row{expression(R"("operator": "Resembles")"), R"({"tier": "a"})", false},
        Row{R"({"matchLabels": {"app": "web"}, "matchExpressions": [{"key": "tier", "operator": "Exists"}]})",
            R"({"app": "web"})",
            false},
        Row{"{}", R"({"app": "web"})", false}
    );
    CAPTURE(row.selector, row.labels);

    CHECK(runtime::selects(workload("Deployment", row.selector), pod(row.labels)) == row.selected);
}

TEST_CASE("a ReplicationController's selector is its labels", "[runtime][pods]") {
    const Object controller = workload("ReplicationController", R"({"app": "web"})");

    CHECK(runtime::selects(controller, pod(R"({"app": "web"})")));
    CHECK_FALSE(runtime::selects(controller, pod(R"({"app": "db"})")));
}

TEST_CASE("pods of another namespace are another workload's", "[runtime][pods]") {
    const Object deployment = workload("Deployment", R"({"matchLabels": {"app": "web"}})");

    CHECK_FALSE(runtime::selects(deployment, pod(R"({"app": "web"})").in("other")));
}

TEST_CASE("the pods that count are those of the youngest one's revision", "[runtime][pods]") {
    const std::map<std::string, Object> pods{
        {"1", pod(R"({"pod-template-hash": "old"})", "2026-11-20T12:00:00Z")},
        {"2", pod(R"({"pod-template-hash": "new"})", "2026-11-20T12:00:09Z")},
        {"3", pod(R"({"pod-template-hash": "new"})", "2026-11-20T12:00:05Z")}};

    const auto current = runtime::current_pods(pods);

    REQUIRE(current.size() == 2);
    CHECK(current[0].label("pod-template-hash") == "new");
    CHECK(current[1].label("pod-template-hash") == "new");
}

TEST_CASE("of a pod only what rules read is kept", "[runtime][pods]") {
    auto document = pod(R"({"app": "web"})", "2026-11-20T12:00:00Z").document();
    document["spec"]["nodeName"] = "a";
    document["metadata"]["annotations"]["x"] = "y";
    document["status"]["phase"] = "Failed";

    const Object kept = runtime::reduced(*Object::from_json(document));

    CHECK_FALSE(kept.has("/spec"));
    CHECK_FALSE(kept.has("/metadata/annotations"));
    CHECK(kept.text("/status/phase") == "Failed");
    CHECK(kept.label("app") == "web");
    CHECK(kept.text("/metadata/creationTimestamp") == "2026-11-20T12:00:00Z");
}
