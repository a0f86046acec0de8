/// First touch: nothing is applied while something of another's stands in the way of any stage.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

Observation of_helm(const std::string& release) {
    return {.presence = Presence::Present, .uid = "theirs", .owner = {"Helm release " + release}};
}

Situation two_stages() {
    return deploying(
        object("ConfigMap", "{name: early}") +
        object("ConfigMap", annotations("late", "slipway.dev/phase: '1'"))
    );
}

const std::string late = "ConfigMap/late";

}  // namespace

TEST_CASE("before its first write a release finds out what exists already", "[machine][survey]") {
    Situation release = two_stages();
    release.survey.reset();
    release.ledger.inventory.clear();

    const Decision decision = release.step();

    CHECK(release.effects(decision) == Effects{"take a survey"});
    CHECK_FALSE(decision.ledger);
    CHECK(decision.status.waiting_for == std::vector<std::string>{"a look at what exists already"});
}

TEST_CASE(
    "an object of another in a late stage is refused before the first stage begins",
    "[machine][survey]"
) {
    Situation release = two_stages();
    release.ledger.inventory.clear();
    release.survey->found[release.id(late)] = of_helm("shop/old");

    const Decision decision = release.take_step();

    CHECK(decision.effects.empty());
    CHECK(release.ledger.failure_reason == "OwnedByAnother");
    CHECK_THAT(
        release.ledger.failure_message,
        Catch::StartsWith("ConfigMap/late exists and belongs to Helm release shop/old;")
    );
    CHECK(release.ledger.inventory.empty());
    CHECK_FALSE(release.ledger.retry_at);
}

TEST_CASE("all that is in the way is named, five of them by name", "[machine][survey]") {
    std::string yaml;
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g"})
        yaml += object("ConfigMap", std::string("{name: ") + name + "}");
    Situation release = deploying(yaml);
    for (const char* name : {"a", "b"})
        release.survey->found[release.id(std::string("ConfigMap/") + name)] = of_helm("x/y");
    CHECK_THAT(
        release.take_step().status.conditions.front().message,
        Catch::EndsWith("or rename it. The same holds for ConfigMap/b")
    );

    release = deploying(yaml);
    for (const auto& [id, entry] : release.ledger.inventory)
        release.survey->found[id] = of_helm("x/y");
    CHECK_THAT(
        release.take_step().status.conditions.front().message,
        Catch::EndsWith(
            "The same holds for ConfigMap/b, ConfigMap/c, ConfigMap/d, ConfigMap/e, 2 more"
        )
    );
}

TEST_CASE("an object of another under a hook's name is in the way too", "[machine][survey]") {
    Situation release = deploying(
        object("ConfigMap", "{name: a}") +
        object("Job", annotations("smoke", "helm.sh/hook: post-install"))
    );
    release.survey->found[release.id("Job/smoke")] = of_helm("shop/old");

    release.take_step();

    CHECK(release.ledger.failure_reason == "OwnedByAnother");
}

TEST_CASE("what is removed, ours or nobody's is not in the way", "[machine][survey]") {
    Situation release = upgrading(
        object("ConfigMap", "{name: gone}") + object("ConfigMap", "{name: ours}"),
        object("ConfigMap", "{name: ours}") + object("ConfigMap", "{name: free}")
    );
    Observation ours = of_helm("shop/old");
    ours.uid = release.entry("ConfigMap/ours").uid;
    release.survey->found = {
        {release.id("ConfigMap/gone"), of_helm("shop/old")},
        {release.id("ConfigMap/ours"), ours},
        {release.id("ConfigMap/free"), {.presence = Presence::Present, .uid = "theirs"}}};

    release.take_step();

    CHECK_FALSE(release.ledger.failed);
}

TEST_CASE("a survey that was refused is taken again in time, and said", "[machine][survey]") {
    Situation release = two_stages();
    release.survey->refusal = Refusal{{ErrorKind::Unavailable, "no answer"}, noon, 1};

    Decision decision = release.step();
    CHECK(decision.effects.empty());
    CHECK(decision.look_again == noon + 100ms);
    CHECK(
        decision.status.waiting_for ==
        std::vector<std::string>{"a look at what exists already: no answer"}
    );

    release.now = noon + 100ms;
    CHECK(release.effects() == Effects{"take a survey"});
}

TEST_CASE("a survey that cannot be taken ends with the operation's time", "[machine][survey]") {
    Situation release = two_stages();
    release.survey->refusal = Refusal{{ErrorKind::Unavailable, "no answer"}, noon, 1};
    release.now = noon + release.release.spec.timeout;

    release.take_step();

    CHECK(release.ledger.failure_reason == "Timeout");
    CHECK_THAT(
        release.ledger.failure_message,
        Catch::EndsWith("still waiting for a look at what exists already: no answer")
    );
}

TEST_CASE("once a hook has begun the first touch is over", "[machine][survey]") {
    Situation release = deploying(
        object("Job", annotations("migrate", "helm.sh/hook: pre-install")) +
        object("ConfigMap", "{name: a}")
    );
    release.take_step();
    REQUIRE(release.ledger.runs.size() == 1);
    release.survey.reset();

    CHECK(release.effects() == Effects{"create Job/migrate"});
}

TEST_CASE("once a stage has settled the first touch is over", "[machine][survey]") {
    Situation release = two_stages();
    release.ledger.settled = {release.plan->stages.front().name};
    release.survey.reset();

    CHECK(release.effects() == Effects{"apply ConfigMap/late"});
}
