#include "core/kubeapi/answer.hpp"

#include <nlohmann/json.hpp>

#include "core/kubeapi/discovery.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::kubeapi;

namespace {

const Kind job{.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs"};

}  // namespace

TEST_CASE(
    "the items of a list are given the kind that the server leaves out", "[kubeapi][answer]"
) {
    const auto page = read_list(
        R"({"kind": "JobList", "apiVersion": "batch/v1",
            "metadata": {"resourceVersion": "226", "continue": "tok", "remainingItemCount": 1},
            "items": [{"metadata": {"name": "a", "namespace": "shop"}}]})",
        job
    );

    REQUIRE(page);
    REQUIRE(page->objects.size() == 1);
    CHECK(page->objects[0].id().text() == "Job.batch shop/a");
    CHECK(page->objects[0].api_version() == "batch/v1");
    CHECK(page->resource_version == "226");
    CHECK(page->continue_token == "tok");
}

TEST_CASE("metadata of an object is told under the object's own kind", "[kubeapi][answer]") {
    const auto object = read_object(
        R"({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1",
            "metadata": {"name": "a", "namespace": "shop"}})",
        job
    );

    REQUIRE(object);
    CHECK(object->id().text() == "Job.batch shop/a");
}

TEST_CASE("an item that is no object is left out and counted", "[kubeapi][answer]") {
    const auto page = read_list(
        R"({"metadata": {"resourceVersion": "1"}, "items": [7, {"metadata": {}},
            {"metadata": {"name": "a"}}]})",
        job
    );

    REQUIRE(page);
    CHECK(page->objects.size() == 1);
    CHECK(page->unreadable == 2);
}

TEST_CASE("an empty list may be null", "[kubeapi][answer]") {
    const auto page = read_list(R"({"metadata": {"resourceVersion": "1"}, "items": null})", job);

    REQUIRE(page);
    CHECK(page->objects.empty());
}

TEST_CASE(
    "an answer that is no Kubernetes object says that it cannot be read", "[kubeapi][answer]"
) {
    const auto* body = GENERATE("", "<html>", "[]", R"({"kind": "Job"})", R"({"metadata": {"name)");
    CAPTURE(body);

    const auto object = read_object(body, job);
    const auto page = read_list(body, job);

    REQUIRE_FALSE(object);
    CHECK(object.error().kind == ErrorKind::Unavailable);
    CHECK(
        object.error().message ==
        "the API server's answer about Job.batch cannot be read; it was cut off, or something "
        "else answered in its place"
    );
    CHECK_FALSE(page);
}

TEST_CASE("the answer to a delete tells whether the object still terminates", "[kubeapi][answer]") {
    const auto gone = read_deleted(
        R"({"kind": "Status", "apiVersion": "v1", "status": "Success", "details": {"name": "a"}})",
        job
    );
    const auto goes = read_deleted(
        R"({"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "a",
            "deletionTimestamp": "2026-11-20T21:36:55Z", "finalizers": ["foregroundDeletion"]}})",
        job
    );
    const auto last_seen = read_deleted(
        R"({"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "a"}})", job
    );

    REQUIRE((gone && goes && last_seen));
    CHECK_FALSE(*gone);
    REQUIRE(*goes);
    CHECK((*goes)->is_terminating());
    CHECK_FALSE(*last_seen);
}

TEST_CASE("discovery tells groups with their preferred version first", "[kubeapi][discovery]") {
    const auto groups = read_groups(
        R"({"kind": "APIGroupList", "apiVersion": "v1", "groups": [
            {"name": "autoscaling", "versions": [
                {"groupVersion": "autoscaling/v1", "version": "v1"},
                {"groupVersion": "autoscaling/v2", "version": "v2"}],
             "preferredVersion": {"groupVersion": "autoscaling/v2", "version": "v2"}}]})"
    );

    REQUIRE(groups);
    REQUIRE(groups->size() == 1);
    CHECK(groups->front().name == "autoscaling");
    CHECK(groups->front().versions == std::vector<std::string>{"v2", "v1"});
}

TEST_CASE("discovery tells kinds without their subresources", "[kubeapi][discovery]") {
    const auto kinds = read_kinds(
        R"({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "x.dev/v1", "resources": [
            {"name": "foos", "singularName": "foo", "namespaced": true, "kind": "Foo",
             "verbs": ["get"], "shortNames": ["fo"]},
            {"name": "foos/status", "singularName": "", "namespaced": true, "kind": "Foo",
             "verbs": ["get"]}]})"
    );

    REQUIRE(kinds);
    REQUIRE(kinds->size() == 1);
    const Kind& foo = kinds->front();
    CHECK(foo.api_version() == "x.dev/v1");
    CHECK(foo.kind == "Foo");
    CHECK(foo.plural == "foos");
    CHECK(foo.namespaced);
    CHECK(foo.singular == "foo");
    CHECK(foo.short_names == std::vector<std::string>{"fo"});
}

TEST_CASE("the core group has a version and no name", "[kubeapi][discovery]") {
    const auto kinds = read_kinds(
        R"({"groupVersion": "v1", "resources": [{"name": "pods", "kind": "Pod", "namespaced": true}]})"
    );

    REQUIRE(kinds);
    CHECK(kinds->front().api_version() == "v1");
}

TEST_CASE("discovery that cannot be read is no empty cluster", "[kubeapi][discovery]") {
    const auto* body = GENERATE("", "<html>", "{}", "[]");
    CAPTURE(body);

    CHECK_FALSE(read_groups(body));
    CHECK_FALSE(read_group(body));
    CHECK_FALSE(read_kinds(body));
}
