/// nelm's keys about an object's life and its tracking.
#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;
using Catch::Matchers::Contains;
using namespace std::chrono_literals;

namespace {

Hints hints_of(const std::string& annotations, const std::string& kind = "Job") {
    return must(read(annotated(annotations, kind), {}));
}

std::string error_of(const std::string& annotations) {
    const auto hints = read(annotated(annotations), {});
    return hints ? "" : hints.error().message;
}

using Events = std::vector<HookEvent>;
using Policies = std::set<HookDeletePolicy>;

}  // namespace

TEST_CASE("deploy-on names events of hooks, operations, or both", "[dialect][nelm]") {
    const Hints hook = hints_of("werf.io/deploy-on: 'pre-install, post-uninstall'");
    const Hints plain = hints_of("werf.io/deploy-on: install,rollback");
    const Hints both = hints_of("werf.io/deploy-on: pre-install,upgrade");

    CHECK(hook.hook->value == Events{HookEvent::PreInstall, HookEvent::PostDelete});
    CHECK_FALSE(hook.terms->only_at);
    CHECK(plain.terms->only_at->value == std::set{Operation::Install, Operation::Rollback});
    CHECK_FALSE(plain.hook);
    CHECK(both.hook->value == Events{HookEvent::PreInstall});
    CHECK(both.terms->only_at->value == std::set{Operation::Upgrade});
}

TEST_CASE("deploy-on has precedence over Helm's hook", "[dialect][nelm]") {
    const Hints plain = hints_of("werf.io/deploy-on: install\nhelm.sh/hook: pre-install");
    const Hints native = hints_of("werf.io/deploy-on: install\nslipway.dev/hook: pre-install");

    CHECK_FALSE(plain.hook);
    CHECK(plain.findings.at(0).rule == &rules::contradiction);
    CHECK(native.hook->value == Events{HookEvent::PreInstall});
    CHECK_FALSE(native.terms->only_at);
}

TEST_CASE("deploy-on refuses what it does not know, in any other case too", "[dialect][nelm]") {
    CHECK_THAT(error_of("werf.io/deploy-on: Install"), Contains("which is no stage"));
    CHECK_THAT(error_of("werf.io/deploy-on: ''"), Contains("which is no stage"));
    CHECK_THAT(
        error_of("werf.io/deploy-on: install,uninstall"),
        Contains("write pre-delete or post-delete")
    );
}

TEST_CASE("delete-policy speaks of hooks and of any other object", "[dialect][nelm]") {
    const std::string policy = "werf.io/delete-policy: before-creation,succeeded";
    const Hints plain = hints_of(policy);
    const Hints hook = hints_of(policy + "\nhelm.sh/hook: pre-install");

    CHECK(plain.terms->recreate->value == Recreate::EachRevision);
    CHECK(plain.terms->deleted_when->value == Policies{HookDeletePolicy::Succeeded});
    CHECK(plain.findings.empty());
    CHECK(
        hook.hook_delete_policy->value ==
        Policies{HookDeletePolicy::BeforeCreation, HookDeletePolicy::Succeeded}
    );
    CHECK_FALSE(hook.terms->recreate);
    CHECK_FALSE(hook.terms->deleted_when);
}

TEST_CASE("delete-policy has precedence over Helm's for hooks", "[dialect][nelm]") {
    const Hints hints = hints_of(
        "werf.io/delete-policy: failed\nhelm.sh/hook: pre-install\n"
        "helm.sh/hook-delete-policy: hook-succeeded"
    );

    CHECK(hints.hook_delete_policy->value == Policies{HookDeletePolicy::Failed});
    CHECK(hints.findings.at(0).rule == &rules::contradiction);
}

TEST_CASE("before-creation-if-immutable recreates only where it must", "[dialect][nelm]") {
    CHECK(
        hints_of("werf.io/delete-policy: before-creation-if-immutable").terms->recreate->value ==
        Recreate::Immutable
    );
    CHECK(
        hints_of("werf.io/delete-policy: 'before-creation,before-creation-if-immutable'")
            .terms->recreate->value == Recreate::EachRevision
    );
}

TEST_CASE("a delete policy of ends keeps what serves", "[dialect][nelm]") {
    const Hints ends = hints_of("werf.io/delete-policy: succeeded,failed", "Deployment");
    const Hints both = hints_of("werf.io/delete-policy: before-creation,failed", "Deployment");

    CHECK(ends.findings.at(0).rule == &rules::serves_on);
    CHECK_FALSE(ends.terms->deleted_when);
    CHECK_FALSE(ends.terms->recreate);
    CHECK_FALSE(both.terms->deleted_when);
    CHECK(both.terms->recreate->value == Recreate::EachRevision);
}

TEST_CASE("a hook that makes what serves is deleted by its policy", "[dialect][nelm]") {
    const Hints hook =
        hints_of("werf.io/delete-policy: succeeded\nhelm.sh/hook: pre-install", "ServiceAccount");

    CHECK(hook.findings.empty());
    CHECK(hook.hook_delete_policy->value == Policies{HookDeletePolicy::Succeeded});
}

TEST_CASE("nelm's other keys of an object's life", "[dialect][nelm]") {
    CHECK(
        hints_of("werf.io/delete-propagation: Orphan").terms->propagation->value ==
        Propagation::Orphan
    );
    CHECK(hints_of("werf.io/ownership: anyone").keep->value);
    CHECK_FALSE(hints_of("werf.io/ownership: release").keep);
    CHECK(hints_of("werf.io/replicas-on-creation: '3'").terms->replicas_on_creation->value == 3);
    CHECK(hints_of("werf.io/replicas-on-creation: '0'").terms->replicas_on_creation->value == 0);
    const auto refused = GENERATE(
        "werf.io/delete-propagation: orphan",
        "werf.io/ownership: nobody",
        "werf.io/replicas-on-creation: '-1'",
        "werf.io/delete-policy: hook-succeeded",
        "werf.io/track-termination-mode: nonblocking",
        "werf.io/fail-mode: Ignore",
        "werf.io/failures-allowed-per-replica: '1.5'",
        "werf.io/no-activity-timeout: '10'"
    );
    CAPTURE(refused);
    CHECK_FALSE(error_of(refused).empty());
}

TEST_CASE("nelm's keys of tracking", "[dialect][nelm]") {
    const auto of = [](const char* annotation) { return hints_of(annotation, "Deployment"); };

    CHECK(of("werf.io/track-termination-mode: NonBlocking").wait->value == WaitHint::None);
    CHECK(
        of("werf.io/track-termination-mode: WaitUntilResourceReady").wait->value == WaitHint::Ready
    );
    CHECK(of("werf.io/fail-mode: IgnoreAndContinueDeployProcess").terms->failure_ignored->value);
    CHECK_FALSE(of("werf.io/fail-mode: FailWholeDeployProcessImmediately").terms->failure_ignored);
    CHECK(of("werf.io/failures-allowed-per-replica: '0'").terms->failures_allowed->value == 0);
    CHECK(of("werf.io/no-activity-timeout: 8m30s").terms->no_activity_timeout->value == 8min + 30s);
    CHECK_FALSE(of("werf.io/no-activity-timeout: 0s").terms->no_activity_timeout);
}

TEST_CASE("a hook is waited for whatever tracking it asks for", "[dialect][nelm]") {
    const Hints hints =
        hints_of("helm.sh/hook: pre-install\nwerf.io/track-termination-mode: NonBlocking");

    CHECK_FALSE(hints.wait);
    CHECK(hints.findings.at(0).rule == &rules::hook_is_waited_for);
}

TEST_CASE("delete-dependency names what must be gone before", "[dialect][nelm]") {
    const Hints hints =
        hints_of("werf.io/delete-dependency-app: state=absent,kind=Deployment,name=app");

    REQUIRE(hints.terms->delete_after.size() == 1);
    CHECK(hints.terms->delete_after[0].resource == "Deployment");
    CHECK(hints.terms->delete_after[0].name == "app");
    CHECK_FALSE(hints.bound_by_dependencies);
    CHECK_THAT(
        error_of("werf.io/delete-dependency-app: state=ready,name=app"),
        Contains("write state=absent")
    );
}
