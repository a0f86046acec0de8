#include "core/machine/observation.hpp"

#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

Object live(const std::string& metadata, const std::string& rest = "") {
    return objects_of("apiVersion: v1\nkind: ConfigMap\nmetadata: " + metadata + "\n" + rest)
        .front()
        .object;
}

}  // namespace

TEST_CASE("a live object is reduced to what decides", "[machine][observation]") {
    const Object object = live(
        "{name: a, namespace: shop, uid: u-1, resourceVersion: '42', "
        "deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [example.com/guard], "
        "labels: {slipway.dev/release-uid: release-1}, annotations: {slipway.dev/release: "
        "shop/web, "
        "slipway.dev/digest: 'sha256:1', slipway.dev/run: r/1/pre-install/0/1}}"
    );

    const Observation seen = observe({.live = object}, {});

    CHECK(seen.is_present());
    CHECK(seen.uid == "u-1");
    CHECK(seen.resource_version == "42");
    CHECK(seen.digest == "sha256:1");
    CHECK(seen.release == "shop/web");
    CHECK(seen.release_uid == "release-1");
    CHECK(seen.run == "r/1/pre-install/0/1");
    CHECK(seen.terminating);
    CHECK(seen.finalizers == "example.com/guard");
    CHECK(seen.requirements.holds);
}

TEST_CASE("an object without marks has none", "[machine][observation]") {
    const Observation seen = observe({.live = live("{name: a, namespace: shop}")}, {});

    CHECK(seen.digest.empty());
    CHECK(seen.release.empty());
    CHECK(seen.release_uid.empty());
    CHECK(seen.run.empty());
    CHECK(seen.owner.text.empty());
    CHECK_FALSE(seen.terminating);
    CHECK(seen.finalizers.empty());
}

TEST_CASE("the requirements are those of the unit that waits", "[machine][observation]") {
    const auto requirements = must(condition::parse_properties(".data.done=true"));

    const Expected expected{.wait_for = requirements};

    CHECK_FALSE(observe({.live = live("{name: a}")}, expected).requirements.holds);
    CHECK(observe({.live = live("{name: a}", "data: {done: 'true'}")}, expected).requirements.holds
    );
}

TEST_CASE("an object fails when one of its conditions of failure holds", "[machine][observation]") {
    const Expected expected{
        .fail_when = must(condition::parse_wait_for(R"({.data.a} == "1"; {.data.b} exists)"))};

    const auto well = observe({.live = live("{name: a}", "data: {a: '2'}")}, expected);
    const auto badly = observe({.live = live("{name: a}", "data: {b: ''}")}, expected);

    CHECK(well.verdict.state == readiness::State::Ready);
    CHECK(badly.verdict.state == readiness::State::Failed);
    CHECK(badly.completion.state == readiness::State::Failed);
    CHECK(badly.verdict.why == "slipway.dev/fail-when: {.data.b} exists holds");
}

TEST_CASE("a Job has a verdict as an object and one as a hook", "[machine][observation]") {
    const Object running = objects_of(
                               "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n"
                               "status: {conditions: [{type: Complete, status: 'True'}]}\n"
    )
                               .front()
                               .object;

    const Observation seen = observe({.live = running}, {});

    CHECK(seen.verdict.state == readiness::State::Ready);
    CHECK(seen.completion.state == readiness::State::Ready);
}

TEST_CASE("of a kind without completion a hook is done once stored", "[machine][observation]") {
    const Object deployment =
        objects_of("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, generation: 1}\n")
            .front()
            .object;

    const Observation seen = observe({.live = deployment}, {});

    CHECK(seen.verdict.state == readiness::State::Progressing);
    CHECK(seen.completion.state == readiness::State::Ready);
}

TEST_CASE("what is absent is known to be", "[machine][observation]") {
    CHECK(absent().is_absent());
    CHECK_FALSE(absent().is_present());
    CHECK_FALSE(Observation{}.is_absent());
    CHECK_FALSE(Observation{}.is_present());
}

TEST_CASE("the marks of Helm, Argo CD and Flux name the owner", "[machine][observation]") {
    struct Row {
        const char* metadata;
        const char* owner;
    };
    const auto row = GENERATE(
        Row{"{name: a, labels: {app.kubernetes.io/managed-by: Helm}, annotations: "
            "{meta.helm.sh/release-name: web, meta.helm.sh/release-namespace: shop}}",
            "Helm release shop/web"},
        Row{"{name: a, labels: {app.kubernetes.io/managed-by: Helm}, annotations: "
            "{meta.helm.sh/release-name: web}}",
            "Helm release web"},
        Row{"{name: a, labels: {app.kubernetes.io/managed-by: Helm}}", ""},
        Row{"{name: a, annotations: {meta.helm.sh/release-name: web}}", ""},
        Row{"{name: a, annotations: {argocd.argoproj.io/tracking-id: "
            "'web:/ConfigMap:shop/a'}}",
            "Argo CD application web"},
        Row{"{name: a, labels: {kustomize.toolkit.fluxcd.io/name: web, "
            "kustomize.toolkit.fluxcd.io/namespace: shop}}",
            "Flux kustomize.toolkit.fluxcd.io shop/web"},
        Row{"{name: a, labels: {helm.toolkit.fluxcd.io/name: web, "
            "helm.toolkit.fluxcd.io/namespace: shop}}",
            "Flux helm.toolkit.fluxcd.io shop/web"},
        Row{"{name: a, labels: {kustomize.toolkit.fluxcd.io/namespace: shop}}", ""}
    );
    CAPTURE(row.metadata);

    CHECK(owner_of(live(row.metadata)).text == row.owner);
}
