#include "core/kubeapi/verbs.hpp"

#include <nlohmann/json.hpp>

#include "core/kubeapi/target.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::kubeapi;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Kind deployment{
    .group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};
const Kind config_map{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};
const Kind node{.version = "v1", .kind = "Node", .plural = "nodes", .namespaced = false};

ObjectId named(const Kind& kind, std::string in_namespace, std::string name) {
    return {
        .group = kind.group,
        .kind = kind.kind,
        .in_namespace = std::move(in_namespace),
        .name = std::move(name)};
}

Object object(json metadata) {
    return Object::from_json(
               {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", std::move(metadata)}}
    ).value();
}

/// "GET /api/v1/nodes/a", as tables compare it.
std::string line(const Request& request) {
    return std::string(word(request.method)) + " " + request.target;
}

std::string accept(const Request& request) {
    for (const auto& [name, value] : request.headers) {
        if (name == "Accept") return value;
    }
    return "";
}

}  // namespace

TEST_CASE("reads go to where the API server keeps objects", "[kubeapi][verbs]") {
    CHECK(
        line(get(deployment, named(deployment, "shop", "web"))) ==
        "GET /apis/apps/v1/namespaces/shop/deployments/web"
    );
    CHECK(line(get(node, named(node, "", "n1"))) == "GET /api/v1/nodes/n1");
    CHECK(
        line(get(config_map, named(config_map, "shop", "a/b c"))) ==
        "GET /api/v1/namespaces/shop/configmaps/a%2Fb%20c"
    );
    CHECK(
        line(get(node, named(node, "", "n1"), "20")) == "GET /api/v1/nodes/n1?resourceVersion=20"
    );
    CHECK(line(discover_groups()) == "GET /apis");
    CHECK(line(discover_group("apps")) == "GET /apis/apps");
    CHECK(line(discover_kinds("apps", "v1")) == "GET /apis/apps/v1");
    CHECK(line(discover_kinds("", "v1")) == "GET /api/v1");
}

TEST_CASE("the namespace of a cluster-scoped kind is no part of its path", "[kubeapi][verbs]") {
    CHECK(line(get(node, named(node, "shop", "n1"))) == "GET /api/v1/nodes/n1");
}

TEST_CASE("a list is consistent, paged and narrowed by the server", "[kubeapi][verbs]") {
    const auto first = list(
        config_map,
        {.in_namespace = "shop", .labels = "slipway.dev/release-uid in (a,b)", .name = "web"},
        {}
    );
    const auto second = list(config_map, {}, {.limit = 4, .continue_token = "a+b="});

    CHECK(
        line(first) ==
        "GET /api/v1/namespaces/shop/configmaps?labelSelector=slipway.dev%2Frelease-uid%20in%20"
        "%28a%2Cb%29&fieldSelector=metadata.name%3Dweb&limit=500"
    );
    CHECK(line(second) == "GET /api/v1/configmaps?limit=4&continue=a%2Bb%3D");
    CHECK(accept(first) == "application/json");
}

TEST_CASE("metadata alone is asked for by the Accept header", "[kubeapi][verbs]") {
    const Scope scope{.detail = Detail::Metadata};

    CHECK(
        accept(list(config_map, scope, {})) ==
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
    );
    CHECK(
        accept(watch(config_map, scope, "7", 300s)) ==
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
    );
}

TEST_CASE("a watch asks for bookmarks and for an end", "[kubeapi][verbs]") {
    CHECK(
        line(watch(config_map, {.labels = "a=b"}, "17", 301'500ms)) ==
        "GET /api/v1/configmaps?watch=true&allowWatchBookmarks=true&labelSelector=a%3Db&"
        "resourceVersion=17&timeoutSeconds=301"
    );
}

TEST_CASE(
    "an apply is strict, named, and over before its sender may not write", "[kubeapi][verbs]"
) {
    const auto request = apply(
        config_map,
        object({{"name", "a"}, {"namespace", "shop"}}),
        {.field_manager = "slipway-1", .timeout = 25s, .force = true}
    );

    CHECK(
        line(request) ==
        "PATCH /api/v1/namespaces/shop/configmaps/a?fieldManager=slipway-1&force=true&"
        "fieldValidation=Strict&timeout=25s"
    );
    CHECK(request.content_type == "application/apply-patch+yaml");
    CHECK(json::parse(request.body)["metadata"]["name"] == "a");
    CHECK(request.is_mutating());
}

TEST_CASE("an apply that must not take fields says so", "[kubeapi][verbs]") {
    const auto request =
        apply(config_map, object({{"name", "a"}, {"namespace", "shop"}}), {.field_manager = "m"});

    CHECK(
        line(request) ==
        "PATCH /api/v1/namespaces/shop/configmaps/a?fieldManager=m&force=false&"
        "fieldValidation=Strict"
    );
}

TEST_CASE("a create names the collection, a replacement the object", "[kubeapi][verbs]") {
    const Object a = object({{"name", "a"}, {"namespace", "shop"}});
    const WriteTerms terms{.field_manager = "m", .timeout = 1500ms};

    CHECK(
        line(create(config_map, a, terms)) ==
        "POST /api/v1/namespaces/shop/configmaps?fieldManager=m&fieldValidation=Strict&"
        "timeout=1.500s"
    );
    CHECK(
        line(replace(config_map, a, terms)) ==
        "PUT /api/v1/namespaces/shop/configmaps/a?fieldManager=m&fieldValidation=Strict&"
        "timeout=1.500s"
    );
}

TEST_CASE("a merge changes what it names", "[kubeapi][verbs]") {
    const Object a = object({{"name", "a"}, {"namespace", "shop"}, {"uid", "u"}});

    const auto request = merge(config_map, a, {.field_manager = "m", .timeout = 1500ms});

    CHECK(
        line(request) ==
        "PATCH /api/v1/namespaces/shop/configmaps/a?fieldManager=m&fieldValidation=Strict&"
        "timeout=1.500s"
    );
    CHECK(request.content_type == "application/merge-patch+json");
    CHECK(json::parse(request.body) == a.document());
}

TEST_CASE("a delete goes foreground and only for that uid", "[kubeapi][verbs]") {
    const auto id = named(config_map, "shop", "a");

    const auto fenced = remove(config_map, id, "u-1", {.timeout = 10s});
    const auto unfenced = remove(config_map, id, "", {});

    CHECK(line(fenced) == "DELETE /api/v1/namespaces/shop/configmaps/a?timeout=10s");
    CHECK(json::parse(fenced.body) == json::parse(R"({
        "apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Foreground",
        "preconditions": {"uid": "u-1"}})"));
    CHECK_FALSE(json::parse(unfenced.body).contains("preconditions"));
    const auto quick = remove(config_map, id, "", {.propagation = Propagation::Background});
    CHECK(json::parse(quick.body)["propagationPolicy"] == "Background");
}

TEST_CASE("a status is replaced only on the object with that uid", "[kubeapi][verbs]") {
    const auto request = replace_status(
        config_map,
        named(config_map, "shop", "a"),
        "u-1",
        {{"phase", "Deployed"}},
        {.field_manager = "m"}
    );

    CHECK(
        line(request) ==
        "PATCH /api/v1/namespaces/shop/configmaps/a/status?fieldManager=m&"
        "fieldValidation=Strict"
    );
    CHECK(request.content_type == "application/json-patch+json");
    CHECK(json::parse(request.body) == json::parse(R"([
        {"op": "test", "path": "/metadata/uid", "value": "u-1"},
        {"op": "add", "path": "/status", "value": {"phase": "Deployed"}}])"));
}

TEST_CASE("a finalizer is added and removed beside those of others", "[kubeapi][verbs]") {
    const Object bare = object({{"name", "a"}, {"uid", "u"}, {"resourceVersion", "7"}});
    const Object both = object(
        {{"name", "a"}, {"uid", "u"}, {"resourceVersion", "7"}, {"finalizers", {"x/y", "s/r"}}}
    );

    const auto added = set_finalizer(config_map, bare, "s/r", true, {});
    const auto removed = set_finalizer(config_map, both, "s/r", false, {});

    REQUIRE(added);
    CHECK(added->content_type == "application/merge-patch+json");
    CHECK(json::parse(added->body) == json::parse(R"(
        {"metadata": {"uid": "u", "resourceVersion": "7", "finalizers": ["s/r"]}})"));
    REQUIRE(removed);
    CHECK(json::parse(removed->body)["metadata"]["finalizers"] == json({"x/y"}));
    CHECK_FALSE(set_finalizer(config_map, both, "s/r", true, {}));
    CHECK_FALSE(set_finalizer(config_map, bare, "s/r", false, {}));
}
