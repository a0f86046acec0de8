#include "edge/cluster/kube_cluster.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/cluster_served.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;
using Lines = std::vector<std::string>;

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

TEST_CASE("names answer in their order, each with its own end", "[cluster]") {
    Clustered c;
    c.serves(
        "GET /api/v1/namespaces/shop/configmaps/a?resourceVersion=20", config_map("a").document()
    );
    c.answers["GET /api/v1/namespaces/shop/configmaps/b"] = {
        .status = 404,
        .body = R"({"kind": "Status", "reason": "NotFound", "details": {"name": "b"}})"};
    ObjectId nowhere = config_map("c").id();
    nowhere.in_namespace = {};
    const std::vector<ports::Named> names{
        {config_maps, nowhere},
        {config_maps, config_map("b").id()},
        {config_maps, config_map("a").id(), "20"}};

    const auto found = c.cluster.get_all(Identity::itself(), names);

    REQUIRE(found.size() == 3);
    CHECK(found[0].error().kind == ErrorKind::InvalidManifest);
    CHECK(found[1].error().kind == ErrorKind::NotFound);
    REQUIRE(found[2]);
    CHECK(found[2]->title() == "ConfigMap/a");
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
        Row{{.status = 404, .body = "404 page not found"}, false, false},
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
