#include "edge/runtime/workloads.hpp"

#include <nlohmann/json.hpp>

#include "edge/runtime/session.hpp"
#include "support/catch.hpp"

using namespace slipway;

namespace {

Object deployment(const std::string& resource_version, const std::string& uid = "1") {
    return *Object::from_json(
        {{"apiVersion", "apps/v1"},
         {"kind", "Deployment"},
         {"metadata",
          {{"name", "web"},
           {"namespace", "shop"},
           {"uid", uid},
           {"resourceVersion", resource_version}}}}
    );
}

void see(runtime::Session& session, const Object& live) {
    session.sightings.see(live.id(), runtime::observe_in(session, live, Time{}), Time{});
}

}  // namespace

TEST_CASE("of an unready workload the newest body is kept", "[runtime][workloads]") {
    runtime::Session session;
    see(session, deployment("20"));

    see(session, deployment("19"));

    CHECK(session.unready.at(deployment("20").id()).live.resource_version() == "20");
}

TEST_CASE("a workload of the same name has its own pods", "[runtime][workloads]") {
    runtime::Session session;
    see(session, deployment("20"));
    session.unready.at(deployment("20").id()).pods.emplace("pod", deployment("1"));

    see(session, deployment("30", "2"));

    CHECK(session.unready.at(deployment("30").id()).pods.empty());
}

TEST_CASE("what is no longer seen is not judged again", "[runtime][workloads]") {
    runtime::Session session;
    const Object web = deployment("20");
    see(session, web);
    session.sightings.gone(web.id(), Time{});

    const bool changed = runtime::judge_again(session, web, Time{});
    runtime::forget_unseen(session);

    CHECK_FALSE(changed);
    CHECK(session.sightings.all().at(web.id()).is_absent());
    CHECK(session.unready.empty());
}
