/// Tenants stay tenants: what a Release names is read as its account, and nothing is told of what
/// that account may not see.
#include "support/catch.hpp"
#include "support/fake_world.hpp"

using namespace slipway;
using slipway::test::FakeWorld;

namespace {

const GroupKind secrets{"", "Secret"};

void put_secret_of_another(FakeWorld& world) {
    world.cluster.put(
        {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", "bank"}}}}
    );
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "Secret"},
         {"metadata",
          {{"name", "vault"},
           {"namespace", "bank"},
           {"labels", {{"app.kubernetes.io/managed-by", "Helm"}}},
           {"annotations",
            {{"meta.helm.sh/release-name", "hidden"},
             {"meta.helm.sh/release-namespace", "bank"}}}}}}
    );
}

std::string settings_that_need(const std::string& resource) {
    return R"(
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  annotations:
    needed.external-dependency.werf.io/resource: )" +
           resource + R"(
    needed.external-dependency.werf.io/namespace: bank
)";
}

std::string ready_message(const FakeWorld& world) {
    const ReleaseStatus status = world.status();
    const StatusCondition* ready = find_condition(status, "Ready");
    return ready == nullptr ? "" : ready->reason + ": " + ready->message;
}

}  // namespace

TEST_CASE("whose an object is that the account may not see, is not told", "[scenario][tenancy]") {
    FakeWorld world;
    put_secret_of_another(world);
    world.cluster.hide_from_accounts(secrets);

    world.release("apiVersion: v1\nkind: Secret\nmetadata: {name: vault, namespace: bank}\n");
    world.run();

    CHECK_THAT(ready_message(world), Catch::StartsWith("Forbidden: Secret/vault: may not read"));
    CHECK_THAT(ready_message(world), !Catch::Contains("hidden"));
    CHECK(world.cluster.log().empty());
}

TEST_CASE("an external dependency is looked at as the account", "[scenario][tenancy]") {
    FakeWorld world;
    put_secret_of_another(world);
    world.cluster.hide_from_accounts(secrets);

    world.release(settings_that_need("secret/vault"));
    world.run();

    CHECK_THAT(ready_message(world), Catch::Contains("may not read"));
    CHECK_FALSE(world.cluster.has(FakeWorld::id("ConfigMap", "settings")));
}

TEST_CASE("what the pods of others say is told to whom may see them", "[scenario][tenancy]") {
    const bool may_see = GENERATE(true, false);
    CAPTURE(may_see);
    FakeWorld world;
    if (!may_see) world.cluster.hide_from_accounts({"", "Pod"});
    world.cluster.put(
        {{"apiVersion", "apps/v1"},
         {"kind", "Deployment"},
         {"metadata", {{"name", "db"}, {"namespace", "bank"}, {"generation", 1}}},
         {"spec", {{"replicas", 1}, {"selector", {{"matchLabels", {{"app", "db"}}}}}}},
         {"status", {{"observedGeneration", 1}, {"replicas", 1}}}}
    );
    world.stuck.insert({.group = "apps", .kind = "Deployment", .in_namespace = "bank", .name = "db"}
    );
    const nlohmann::json crashing{
        {"name", "main"},
        {"restartCount", 1},
        {"state", {{"waiting", {{"reason", "CrashLoopBackOff"}, {"message", "back-off"}}}}}};
    world.cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "Pod"},
         {"metadata", {{"name", "db-1"}, {"namespace", "bank"}, {"labels", {{"app", "db"}}}}},
         {"status",
          {{"phase", "Running"}, {"containerStatuses", nlohmann::json::array({crashing})}}}}
    );

    world.release(settings_that_need("deployment/db"));
    world.run();
    world.wait_for_timer();

    REQUIRE(world.status().waiting_for.size() >= 1);
    const std::string waiting = world.status().waiting_for.front();
    CAPTURE(waiting);
    CHECK((waiting.find("CrashLoopBackOff") != std::string::npos) == may_see);
}
