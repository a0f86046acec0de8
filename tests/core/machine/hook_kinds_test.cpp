/// What stands in a hook's place, and when hooks of each kind are done.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string marker = "release-1/1/pre-install/0/1";

std::string manifest(const std::string& kind) {
    const std::string metadata = annotations("a", "helm.sh/hook: pre-install");
    if (kind != "CustomResourceDefinition") return object(kind, metadata);
    return "---\napiVersion: apiextensions.k8s.io/v1\nkind: " + kind + "\nmetadata: " + metadata +
           "\nspec: {group: example.com, names: {kind: A, plural: as}, scope: Namespaced, "
           "versions: "
           "[{name: v1, served: true, storage: true}]}\n";
}

Situation at_state(RunState state, const std::string& kind) {
    Situation release = deploying(manifest(kind));
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id(kind + "/a"),
         .marker = marker,
         .state = state,
         .uid = state == RunState::Created ? "uid" : ""}};
    return release;
}

}  // namespace

TEST_CASE("what a hook removes that was not its own is warned of", "[machine][hook]") {
    Situation release = at_state(RunState::Intended, "Job");
    Observation seen = release.standing("Job/a");
    release.sees("Job/a", seen);
    const Note own = release.step().notes.at(0);
    seen.release_uid = {};
    seen.release = {};
    release.sees("Job/a", seen);
    const Note nobodys = release.step().notes.at(0);

    CHECK_FALSE(own.warning);
    CHECK(own.text == "Job/a of an earlier run is deleted before the hook runs");
    CHECK(nobodys.warning);
    CHECK_THAT(nobodys.text, Catch::StartsWith("Job/a existed and belonged to nobody;"));
}

TEST_CASE("what stands in a hook's place goes, is taken, or stops the hook", "[machine][hook]") {
    struct Row {
        const char* kind;
        const char* release_uid;
        const char* owner;
        const char* effect;
    };
    const auto row = GENERATE(
        Row{"Job", "release-1", "", "delete Job/a, uid uid"},
        Row{"Job", "", "", "delete Job/a, uid uid"},
        Row{"Pod", "", "", "delete Pod/a, uid uid"},
        Row{"Job", "", "Helm release shop/old", nullptr},
        Row{"ConfigMap", "release-1", "", "delete ConfigMap/a, uid uid"},
        Row{"ConfigMap", "", "", "apply ConfigMap/a, uid uid, without force"},
        Row{"ConfigMap", "", "Helm release shop/old", nullptr},
        Row{"PersistentVolumeClaim",
            "release-1",
            "",
            "apply PersistentVolumeClaim/a, uid uid, without force"},
        Row{"PersistentVolumeClaim",
            "",
            "",
            "apply PersistentVolumeClaim/a, uid uid, without force"},
        Row{"Namespace", "release-1", "", "apply Namespace/a, uid uid, without force"},
        Row{"CustomResourceDefinition",
            "release-1",
            "",
            "apply CustomResourceDefinition/a, uid uid, without force"}
    );
    CAPTURE(row.kind, row.release_uid, row.owner);
    const std::string title = std::string(row.kind) + "/a";
    Situation release = at_state(RunState::Intended, row.kind);
    Observation seen = release.standing(title);
    seen.release_uid = row.release_uid;
    if (seen.release_uid.empty()) seen.release = {};
    seen.owner.text = row.owner;
    release.sees(title, seen);

    const Decision decision = release.step();

    if (row.effect == nullptr) {
        CHECK(decision.ledger->failure_reason == "OwnedByAnother");
        CHECK(decision.effects.empty());
    } else {
        CHECK(release.effects(decision) == Effects{row.effect});
        if (const auto* apply = std::get_if<ApplyUnit>(&decision.effects[0])) {
            CHECK(apply->run == marker);
        }
    }
}

TEST_CASE("completion comes first, then what else the hook's author waits for", "[machine][hook]") {
    struct Row {
        readiness::State completion;
        bool holds;
        RunState state;
    };
    using readiness::State;
    const auto row = GENERATE(
        Row{State::Progressing, true, RunState::Created},
        Row{State::Ready, false, RunState::Created},
        Row{State::Ready, true, RunState::Succeeded},
        Row{State::Failed, true, RunState::Failed},
        Row{State::Failed, false, RunState::Failed}
    );
    CAPTURE(static_cast<int>(row.completion), row.holds);
    Situation release = at_state(RunState::Created, "Job");
    Observation seen = release.standing("Job/a");
    seen.completion = {row.completion, "completion", {}};
    seen.requirements = {.holds = row.holds, .why = ".status.x is missing"};
    release.sees("Job/a", seen);

    const Judgement judgement = release.judged("Job/a");
    release.take_step();

    CHECK(release.ledger.runs[0].state == row.state);
    const bool waits_for_requirement = row.completion == State::Ready && !row.holds;
    CHECK(judgement.why == (waits_for_requirement ? ".status.x is missing" : "completion"));
}

TEST_CASE(
    "a tracked hook is ready by its kind, any other once it is completed", "[machine][hook]"
) {
    const bool tracked = GENERATE(false, true);
    CAPTURE(tracked);
    Situation release = at_state(RunState::Created, "Deployment");
    plan::Unit& unit = release.unit("Deployment/a");
    plan::HookPlace place = *unit.hook;
    place.tracked = tracked;
    unit.hook = std::make_shared<const plan::HookPlace>(place);
    Observation seen = release.standing("Deployment/a");
    seen.verdict = is_progressing("0/1 replicas ready");
    seen.completion = is_ready();
    release.sees("Deployment/a", seen);

    release.take_step();

    CHECK(release.ledger.runs[0].state == (tracked ? RunState::Created : RunState::Succeeded));
}

TEST_CASE("a Pod that runs has not done its hook, also where it is tracked", "[machine][hook]") {
    Situation release = deploying(
        object("Pod", annotations("a", "helm.sh/hook: pre-install, kots.io/wait-for-ready: 'true'"))
    );
    release.ledger.runs = {
        {.event = "pre-install",
         .object = release.id("Pod/a"),
         .marker = marker,
         .state = RunState::Created,
         .uid = "uid"}};
    Observation seen = release.standing("Pod/a");
    seen.verdict = is_ready();
    seen.completion = is_progressing("is Running");
    release.sees("Pod/a", seen);

    release.take_step();

    CHECK(release.ledger.runs[0].state == RunState::Created);
    CHECK(release.judged("Pod/a").why == "is Running");
}

TEST_CASE("waits of every dialect are honoured on hooks", "[machine][hook]") {
    struct Row {
        const char* annotation;
        bool waits;
    };
    const auto row = GENERATE(
        Row{"x: z", false},
        Row{"kots.io/wait-for-properties: '.status.x=y'", true},
        Row{"slipway.dev/wait-for: '.status.x == \"y\"'", true}
    );
    CAPTURE(row.annotation);
    const Situation release = deploying(object(
        "ConfigMap", annotations("a", "helm.sh/hook: pre-install, " + std::string(row.annotation))
    ));

    CHECK(release.unit("ConfigMap/a").wait.requirements.empty() == !row.waits);
}
