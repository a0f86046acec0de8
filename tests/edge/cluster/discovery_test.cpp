#include <nlohmann/json.hpp>

#include "edge/cluster/kube_cluster.hpp"
#include "support/catch.hpp"
#include "support/cluster_served.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;
using Lines = std::vector<std::string>;

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
