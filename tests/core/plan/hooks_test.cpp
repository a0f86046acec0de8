/// By which rule a hook is done.
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::plan;
using namespace slipway::testing;

TEST_CASE(
    "what runs to completion is done on completion, whatever its hook asks to wait for",
    "[plan][hooks]"
) {
    const std::string wait = GENERATE(
        "werf.io/weight: '1'", "slipway.dev/wait: ready", "kots.io/wait-for-ready: 'true'"
    );
    CAPTURE(wait);
    const auto hook = [&](const std::string& kind) {
        const auto plan =
            install(object(kind, annotations("a", "helm.sh/hook: pre-install, " + wait)));
        return plan.stages.at(0).units.at(0);
    };

    CHECK_FALSE(hook("Job").hook->tracked);
    CHECK_FALSE(hook("Pod").hook->tracked);
    CHECK(hook("Deployment").hook->tracked);
    CHECK_FALSE(hook("Pod").wait.ready);
    CHECK(hook("Deployment").wait.ready);
}
