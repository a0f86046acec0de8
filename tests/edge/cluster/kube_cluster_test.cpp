#include "edge/cluster/kube_cluster.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/cluster_http.hpp"

using namespace slipway;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;
using Lines = std::vector<std::string>;

namespace {

using kubeapi::Request;
using kubeapi::Response;
using ports::Identity;

const Kind config_maps{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};

Response not_found(const char* kind) {
    return {
        .status = 404,
        .body = json{
            {"kind", "Status"},
            {"reason", "NotFound"},
            {"message", "m"},
            {"details", {{"name", "a"}, {"kind", kind}}},
            {"code",
             404}}.dump()};
}

ObjectId config_map_id(const std::string& name) {
    return {.kind = "ConfigMap", .in_namespace = "shop", .name = name};
}

Object config_map(const std::string& name, const std::string& in_namespace = "shop") {
    json metadata{{"name", name}};
    if (!in_namespace.empty()) metadata["namespace"] = in_namespace;
    return Object::from_json({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}}
    ).value();
}

struct Clustered {
    Clustered() {
        gate.open_for_good();
        client.answer = [this](const Request& request) -> Result<Response> {
            const auto found = answers.find(test::line(request));
            if (found != answers.end()) return found->second;
            return Response{.status = 404, .body = "404 page not found\n"};
        };
    }
    void serves(const std::string& line, const json& body) {
        answers[line] = {.status = 200, .body = body.dump()};
    }
    void serves_apps() {
        serves(
            "GET /apis/apps",
            {{"kind", "APIGroup"},
             {"name", "apps"},
             {"versions", {{{"version", "v1beta1"}}, {{"version", "v1"}}}},
             {"preferredVersion", {{"version", "v1"}}}}
        );
        serves(
            "GET /apis/apps/v1",
            {{"groupVersion", "apps/v1"},
             {"resources",
              {{{"name", "deployments"},
                {"kind", "Deployment"},
                {"namespaced", true},
                {"shortNames", {"deploy"}}}}}}
        );
        serves(
            "GET /apis/apps/v1beta1",
            {{"groupVersion", "apps/v1beta1"},
             {"resources", {{{"name", "olds"}, {"kind", "Old"}, {"namespaced", false}}}}}
        );
    }

    std::map<std::string, Response> answers{};
    test::FakeClient client{};
    test::FakeClock clock{};
    WriteGate gate{clock};
    KubeCluster cluster{client, gate, clock, {.pause = [](Duration) {}}};
};

}  // namespace

TEST_CASE("a list is read to its last page", "[cluster]") {
    Clustered c;
    c.serves(
        "GET /api/v1/namespaces/shop/configmaps?limit=500",
        {{"metadata", {{"continue", "x"}}}, {"items", {{{"metadata", {{"name", "a"}}}}}}}
    );
    c.serves(
        "GET /api/v1/namespaces/shop/configmaps?limit=500&continue=x",
        {{"metadata", json::object()}, {"items", {{{"metadata", {{"name", "b"}}}}}}}
    );

    const auto listed = c.cluster.list(Identity::itself(), config_maps, {.in_namespace = "shop"});

    REQUIRE(listed);
    REQUIRE(listed->size() == 2);
    CHECK((*listed)[0].name() == "a");
    CHECK((*listed)[1].title() == "ConfigMap/b");
}

TEST_CASE("a list that expires on the way starts over, and gives up in the end", "[cluster]") {
    Clustered c;
    c.serves(
        "GET /api/v1/configmaps?limit=500",
        {{"metadata", {{"continue", "x"}}}, {"items", json::array()}}
    );
    c.answers["GET /api/v1/configmaps?limit=500&continue=x"] = {.status = 410};

    const auto listed = c.cluster.list(Identity::itself(), config_maps, {});

    REQUIRE_FALSE(listed);
    CHECK(listed.error().kind == ErrorKind::Expired);
    CHECK(c.client.sent.size() == 6);
}

TEST_CASE("writes answer in their order, each with its own end", "[cluster]") {
    Clustered c;
    c.serves(
        "PATCH "
        "/api/v1/namespaces/shop/configmaps/"
        "a?fieldManager=m&force=true&fieldValidation=Strict&timeout=25s",
        config_map("a").document()
    );
    c.answers
        ["POST "
         "/api/v1/namespaces/shop/configmaps?fieldManager=m&fieldValidation=Strict&timeout=25s"] = {
        .status = 409, .body = R"({"kind": "Status", "reason": "AlreadyExists", "message": "m"})"};
    c.answers["DELETE /api/v1/namespaces/shop/configmaps/c?timeout=25s"] = not_found("configmaps");
    const std::vector<ports::Write> writes{
        ports::Apply{.kind = config_maps, .object = config_map("a"), .field_manager = "m"},
        ports::Apply{
            .kind = config_maps, .object = config_map("homeless", ""), .field_manager = "m"},
        ports::Create{.kind = config_maps, .object = config_map("b"), .field_manager = "m"},
        ports::Delete{.kind = config_maps, .id = config_map_id("c"), .uid = "u"}};

    const auto results = c.cluster.write(Identity::itself(), writes);

    REQUIRE(results.size() == 4);
    REQUIRE(results[0]);
    CHECK(results[0]->object->name() == "a");
    REQUIRE_FALSE(results[1]);
    CHECK(results[1].error().message == "ConfigMap/homeless lives in a namespace and names none");
    CHECK(results[2].error().kind == ErrorKind::AlreadyExists);
    REQUIRE(results[3]);
    CHECK_FALSE(results[3]->object);
    CHECK(c.client.sent.size() == 3);
}

TEST_CASE("a delete says whether the object is gone or goes", "[cluster]") {
    struct Row {
        Response answer;
        bool is_done;
        bool still_there;
    };
    const auto row = GENERATE(
        Row{{.status = 200, .body = R"({"kind": "Status", "status": "Success"})"}, true, false},
        Row{{.status = 200,
             .body =
                 R"({"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a", "deletionTimestamp": "2026-11-20T21:36:55Z"}})"},
            true,
            true},
        Row{not_found("configmaps"), true, false},
        Row{{.status = 404, .body = "404 page not found"}, true, false},
        Row{{.status = 409,
             .body =
                 R"({"kind": "Status", "reason": "Conflict", "message": "the UID in the precondition (1) does not match the UID in record (2). The object"})"},
            true,
            false},
        Row{{.status = 409,
             .body =
                 R"({"kind": "Status", "reason": "Conflict", "message": "StorageError: invalid object, AdditionalErrorMsg: Precondition failed: UID in precondition: 1, UID in object meta: 2"})"},
            true,
            false},
        Row{{.status = 409,
             .body =
                 R"({"kind": "Status", "reason": "Conflict", "message": "the object has been modified"})"},
            false,
            false},
        Row{{.status = 403, .body = "{}"}, false, false}
    );
    CAPTURE(row.answer.body);
    Clustered c;
    c.answers["DELETE /api/v1/namespaces/shop/configmaps/a?timeout=25s"] = row.answer;
    const ports::Write write =
        ports::Delete{.kind = config_maps, .id = config_map_id("a"), .uid = "1"};

    const auto results = c.cluster.write(Identity::itself(), {&write, 1});

    CHECK(static_cast<bool>(results[0]) == row.is_done);
    if (results[0]) CHECK(results[0]->object.has_value() == row.still_there);
}

TEST_CASE(
    "a kind is found in its group's preferred version, else in the first that has it",
    "[cluster][discovery]"
) {
    Clustered c;
    c.serves_apps();

    const auto deployment = c.cluster.find_kind({"apps", "Deployment"}, "");
    const auto old = c.cluster.find_kind({"apps", "Old"}, "");

    REQUIRE((deployment && old));
    CHECK(deployment->plural == "deployments");
    CHECK(deployment->version == "v1");
    CHECK(old->version == "v1beta1");
    CHECK_FALSE(old->namespaced);
}

TEST_CASE(
    "what was found is asked for once, until its group is forgotten", "[cluster][discovery]"
) {
    Clustered c;
    c.serves_apps();
    REQUIRE(c.cluster.find_kind({"apps", "Deployment"}, ""));
    CHECK(c.client.lines() == Lines{"GET /apis/apps", "GET /apis/apps/v1"});

    REQUIRE(c.cluster.find_kind({"apps", "Deployment"}, ""));
    REQUIRE(c.cluster.find_kind({"apps", "Deployment"}, "v1"));
    CHECK(c.client.sent.size() == 2);
    c.cluster.forget_kinds("apps");
    REQUIRE(c.cluster.find_kind({"apps", "Deployment"}, ""));

    CHECK(c.client.sent.size() == 4);
}

TEST_CASE("a kind that comes later is found without being told", "[cluster][discovery]") {
    Clustered c;
    c.serves_apps();
    REQUIRE(c.cluster.find_kind({"apps", "Deployment"}, ""));
    const auto before = c.cluster.find_kind({"apps", "New"}, "");
    c.serves(
        "GET /apis/apps/v1",
        {{"groupVersion", "apps/v1"},
         {"resources", {{{"name", "news"}, {"kind", "New"}, {"namespaced", true}}}}}
    );

    const auto after = c.cluster.find_kind({"apps", "New"}, "");

    REQUIRE_FALSE(before);
    CHECK(before.error().kind == ErrorKind::UnknownKind);
    CHECK(
        before.error().message ==
        "the cluster does not know the kind New.apps; install its CustomResourceDefinition, or "
        "put it into the release"
    );
    CHECK(after);
}

TEST_CASE("a group whose server is down is no group without kinds", "[cluster][discovery]") {
    Clustered c;
    c.answers["GET /apis/metrics.k8s.io"] = {.status = 503, .body = "service unavailable"};

    const auto found = c.cluster.find_kind({"metrics.k8s.io", "NodeMetrics"}, "");

    REQUIRE_FALSE(found);
    CHECK(found.error().kind == ErrorKind::Unavailable);
}

TEST_CASE("an object of a kind that is gone makes discovery look again", "[cluster][discovery]") {
    Clustered c;
    c.serves_apps();
    const auto kind = c.cluster.find_kind({"apps", "Deployment"}, "");
    REQUIRE(kind);

    const auto got = c.cluster.get(
        Identity::itself(),
        *kind,
        {.group = "apps", .kind = "Deployment", .in_namespace = "shop", .name = "web"}
    );
    c.answers.clear();

    CHECK(got.error().kind == ErrorKind::UnknownKind);
    CHECK(c.cluster.find_kind({"apps", "Deployment"}, "").error().kind == ErrorKind::UnknownKind);
}

TEST_CASE(
    "a type argument finds built-in kinds with few questions, others in all groups",
    "[cluster][discovery]"
) {
    Clustered c;
    c.serves_apps();
    c.serves(
        "GET /apis",
        {{"groups",
          {{{"name", "x.dev"}, {"versions", {{{"version", "v1"}}}}},
           {{"name", "dead.dev"}, {"versions", {{{"version", "v1"}}}}}}}}
    );
    c.serves(
        "GET /apis/x.dev/v1",
        {{"groupVersion", "x.dev/v1"},
         {"resources",
          {{{"name", "foos"},
            {"singularName", "foo"},
            {"kind", "Foo"},
            {"namespaced", true},
            {"shortNames", {"fo"}}}}}}
    );
    c.answers["GET /apis/dead.dev/v1"] = {.status = 503};

    const auto deployment = c.cluster.find_resource("deploy");
    const auto asked = c.client.sent.size();
    const auto foo = c.cluster.find_resource("fo");
    const auto nothing = c.cluster.find_resource("bars");

    REQUIRE(deployment);
    CHECK(deployment->kind == "Deployment");
    CHECK(asked == 2);
    REQUIRE(foo);
    CHECK(foo->api_version() == "x.dev/v1");
    REQUIRE_FALSE(nothing);
    CHECK(nothing.error().message == "the cluster has no kind that is called \"bars\"");
}

TEST_CASE(
    "a Release's status is written to that Release and to no other of its name", "[cluster]"
) {
    Clustered c;
    const std::string line =
        "PATCH "
        "/apis/slipway.dev/v1alpha1/namespaces/shop/releases/web/"
        "status?fieldManager=slipway&fieldValidation=Strict&timeout=25s";
    c.answers[line] = {
        .status = 422,
        .body =
            R"({"kind": "Status", "reason": "Invalid", "message": "the server rejected our request due to an error in our request", "details": {}, "code": 422})"};
    const ObjectId id{
        .group = "slipway.dev", .kind = "Release", .in_namespace = "shop", .name = "web"};

    const auto written = c.cluster.write_status(id, "u1", {{"phase", "Deployed"}});

    REQUIRE_FALSE(written);
    CHECK(written.error().kind == ErrorKind::Conflict);
    CHECK(json::parse(c.client.sent[0].request.body)[0]["value"] == "u1");
}

TEST_CASE("a finalizer that is there already costs no request", "[cluster]") {
    Clustered c;
    const auto release =
        Object::from_json(
            {{"apiVersion", "slipway.dev/v1alpha1"},
             {"kind", "Release"},
             {"metadata",
              {{"name", "web"}, {"namespace", "shop"}, {"finalizers", {"slipway.dev/release"}}}}}
        ).value();
    c.serves(
        "PATCH "
        "/apis/slipway.dev/v1alpha1/namespaces/shop/releases/"
        "web?fieldManager=slipway&fieldValidation=Strict&timeout=25s",
        release.document()
    );

    CHECK(c.cluster.set_finalizer(release, true));
    CHECK(c.client.sent.empty());
    CHECK(c.cluster.set_finalizer(release, false));
    CHECK(c.client.sent.size() == 1);
}
