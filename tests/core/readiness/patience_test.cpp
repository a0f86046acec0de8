/// When the troubles of pods are final: as long as the operator is told to wait.
#include <nlohmann/json.hpp>

#include "core/readiness/readiness.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::readiness;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Time noon = *parse_time("2026-11-20T12:00:00Z");

Object waiting_pod(const char* reason, int restarts) {
    const json waiting{{"waiting", {{"reason", reason}, {"message", "no"}}}};
    const json container{{"name", "main"}, {"restartCount", restarts}, {"state", waiting}};
    return *Object::from_json(
        {{"apiVersion", "v1"},
         {"kind", "Pod"},
         {"metadata", {{"name", "web"}}},
         {"status",
          {{"phase", "Pending"},
           {"startTime", "2026-11-20T12:00:00Z"},
           {"containerStatuses", json::array({container})}}}}
    );
}

}  // namespace

TEST_CASE("a crash loop fails after as many restarts as the operator bears", "[readiness]") {
    const Object pod = waiting_pod("CrashLoopBackOff", 3);

    CHECK(assess({.live = pod, .now = noon}).state == State::Failed);
    CHECK(
        assess({.live = pod, .now = noon, .patience = {.crash_loop_restarts = 4}}).state ==
        State::Progressing
    );
}

TEST_CASE("an image is waited for as long as the operator bears", "[readiness]") {
    const Object pod = waiting_pod("ImagePullBackOff", 0);
    const Patience patience{.image_pull = 5s};

    const auto before = assess({.live = pod, .now = noon + 4s, .patience = patience});
    CHECK(before.state == State::Progressing);
    CHECK(before.look_again == noon + 5s);
    CHECK(assess({.live = pod, .now = noon + 5s, .patience = patience}).state == State::Failed);
    CHECK(assess({.live = pod, .now = noon + 59s}).state == State::Progressing);
    CHECK(assess({.live = pod, .now = noon + 60s}).state == State::Failed);
}
