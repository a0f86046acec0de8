/// What the linter sees in whole plans. tests/golden/ordering shows more of it.
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::testing;
using namespace slipway::dialect::rules;
using dialect::Rule;

namespace {

std::vector<std::string> messages_of(const plan::Plan& plan, const Rule& rule) {
    std::vector<std::string> messages;
    for (const dialect::Finding& finding : plan.findings) {
        if (finding.rule == &rule) messages.push_back(finding.object + ": " + finding.message);
    }
    return messages;
}

using Messages = std::vector<std::string>;

std::string job(const std::string& metadata, const std::string& pod) {
    return object("Job", metadata) + "spec: {template: {spec: " + pod + "}}\n";
}

std::string deployment(const std::string& metadata, const std::string& pod) {
    return object("Deployment", metadata) + "spec: {template: {spec: " + pod + "}}\n";
}

const std::string needs_settings =
    "{containers: [{name: m, envFrom: [{configMapRef: {name: settings}}]}]}";

std::string config_map(const std::string& metadata) { return object("ConfigMap", metadata); }

}  // namespace

TEST_CASE("a hook that needs what comes with a later stage is found", "[plan][checks]") {
    const std::string hook =
        job(annotations("migrate", "helm.sh/hook: 'pre-install,pre-upgrade'"), needs_settings);

    const auto installed = install(config_map("{name: settings}") + hook);

    CHECK(
        messages_of(installed, hook_needs_a_later_stage) ==
        Messages{"Job/migrate: its pods need ConfigMap/settings (envFrom of container m), which "
                 "comes only "
                 "with \"group 0\", after \"pre-install hook Job/migrate\""}
    );
    const auto upgraded =
        upgrade(config_map("{name: settings}"), config_map("{name: settings}") + hook);
    CHECK(messages_of(upgraded, hook_needs_a_later_stage).empty());
}

TEST_CASE("every way in which a pod needs an object is seen", "[plan][checks]") {
    const auto pod = GENERATE(
        as<std::string>(),
        "{volumes: [{name: v, configMap: {name: settings}}]}",
        "{volumes: [{name: v, projected: {sources: [{configMap: {name: settings}}]}}]}",
        "{initContainers: [{name: i, envFrom: [{configMapRef: {name: settings}}]}]}",
        "{containers: [{name: m, env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, "
        "key: a}}}]}]}",
        "{volumes: [{name: v, secret: {secretName: settings}}]}",
        "{volumes: [{name: v, projected: {sources: [{secret: {name: settings}}]}}]}",
        "{containers: [{name: m, envFrom: [{secretRef: {name: settings}}]}]}",
        "{containers: [{name: m, env: [{name: A, valueFrom: {secretKeyRef: {name: settings, key: "
        "a}}}]}]}",
        "{volumes: [{name: v, persistentVolumeClaim: {claimName: settings}}]}",
        "{serviceAccountName: settings}"
    );
    CAPTURE(pod);
    const std::string needed = config_map("{name: settings}") +
                               object("Secret", "{name: settings}") +
                               object("PersistentVolumeClaim", "{name: settings}") +
                               object("ServiceAccount", "{name: settings}");

    const auto plan =
        install(needed + job(annotations("migrate", "helm.sh/hook: pre-install"), pod));

    CHECK(messages_of(plan, hook_needs_a_later_stage).size() == 1);
}

TEST_CASE("what pods can start without is not waited for", "[plan][checks]") {
    const auto pod = GENERATE(
        as<std::string>(),
        "{containers: [{name: m, envFrom: [{configMapRef: {name: settings, optional: true}}]}]}",
        "{volumes: [{name: v, secret: {secretName: settings, optional: true}}]}",
        "{imagePullSecrets: [{name: settings}]}",
        "{containers: [{name: m, envFrom: [{configMapRef: {name: elsewhere}}]}]}",
        "{}"
    );
    CAPTURE(pod);

    const auto plan = install(
        config_map("{name: settings}") + object("Secret", "{name: settings}") +
        job(annotations("migrate", "helm.sh/hook: pre-install"), pod)
    );

    CHECK(messages_of(plan, hook_needs_a_later_stage).empty());
}

TEST_CASE("a workload that needs what a later group brings is found", "[plan][checks]") {
    const std::string web = deployment(annotations("web", "werf.io/weight: '-1'"), needs_settings);

    CHECK(
        messages_of(install(config_map("{name: settings}") + web), needs_a_later_group).size() == 1
    );
    CHECK(messages_of(
              install(config_map("{name: settings}") + web, {.wait = WaitMode::Annotated}),
              needs_a_later_group
    )
              .empty());
}

TEST_CASE("an object that only its own post-hook can make ready is found", "[plan][checks]") {
    const auto plan = install(
        deployment("{name: web}", needs_settings) +
        config_map(annotations("settings", "helm.sh/hook: post-install"))
    );

    CHECK(
        messages_of(plan, needs_what_a_post_hook_brings) ==
        Messages{"Deployment/web: its pods need ConfigMap/settings (envFrom of container m), which "
                 "comes "
                 "only with \"post-install hook ConfigMap/settings\", after \"group 0\""}
    );
}

TEST_CASE("a Job that is deleted at once is told of", "[plan][checks]") {
    const auto plan = install(
        object("Job", "{name: short}") + "spec: {ttlSecondsAfterFinished: 0}\n" +
        object("Job", "{name: long}") + "spec: {ttlSecondsAfterFinished: 3600}\n" +
        object("Job", "{name: none}")
    );

    CHECK(
        messages_of(plan, ttl_outruns_tracking) ==
        Messages{
            "Job/short: ttlSecondsAfterFinished is 0: the Job may be gone before its end was seen"}
    );
}

TEST_CASE("a workload whose selector misses its own pods is found", "[plan][checks]") {
    const auto plan = install(
        object("Deployment", "{name: wrong}") +
        "spec: {selector: {matchLabels: {app: web, tier: front}}, "
        "template: {metadata: {labels: {app: web}}}}\n" +
        object("Deployment", "{name: right}") +
        "spec: {selector: {matchLabels: {app: web}}, "
        "template: {metadata: {labels: {app: web, more: yes-indeed}}}}\n"
    );

    CHECK(
        messages_of(plan, selector_misses_own_pods) ==
        Messages{"Deployment/wrong: its selector asks for tier=front, which the labels of its pod "
                 "template "
                 "lack"}
    );
}

TEST_CASE("a Service that selects nothing of the release is told of", "[plan][checks]") {
    const std::string service = object("Service", "{name: web}") + "spec: {selector: {app: web}}\n";
    const auto pods = [](const std::string& metadata, const std::string& app) {
        return object("Deployment", metadata) +
               "spec: {template: {metadata: {labels: {app: " + app + "}}}}\n";
    };
    const std::string definition = R"(---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pools.example.com}
spec: {group: example.com, names: {kind: Pool, plural: pools}, scope: Namespaced}
---
apiVersion: example.com/v1
kind: Pool
metadata: {name: a}
)";

    CHECK(
        messages_of(install(service + pods("{name: a}", "other")), service_selects_nothing_here) ==
        Messages{"Service/web: its selector app=web matches no pod template of the release"}
    );
    CHECK(messages_of(install(service + pods("{name: a}", "web")), service_selects_nothing_here)
              .empty());
    // Its pods may be somebody else's: of another release, or of a controller.
    CHECK(messages_of(install(service), service_selects_nothing_here).empty());
    CHECK(messages_of(
              install(service + pods("{name: a, namespace: other}", "web")),
              service_selects_nothing_here
    )
              .empty());
    CHECK(messages_of(
              install(service + pods("{name: a}", "other") + definition),
              service_selects_nothing_here
    )
              .empty());
}

TEST_CASE("an external dependency of a mistyped type is found", "[plan][checks]") {
    const auto with_type = [](const std::string& type) {
        return install(object(
            "Deployment",
            annotations("web", "a.external-dependency.werf.io/resource: " + type + "/x")
        ));
    };

    CHECK(
        messages_of(with_type("secrt"), mistyped_dependency) ==
        Messages{"Deployment/web: a.external-dependency.werf.io/resource=secrt/x: \"secrt\" looks "
                 "misspelt; "
                 "did you mean secret?"}
    );
    CHECK(messages_of(with_type("secret"), mistyped_dependency).empty());
    CHECK(messages_of(with_type("certificates.cert-manager.io"), mistyped_dependency).empty());
}

TEST_CASE("deletion phases that ascend as the groups do are told of", "[plan][checks]") {
    const auto phased = [](const std::string& name,
                           const std::string& create,
                           const std::string& del) {
        return config_map(annotations(
            name, "kots.io/creation-phase: '" + create + "', kots.io/deletion-phase: '" + del + "'"
        ));
    };

    CHECK(
        messages_of(install(phased("a", "-1", "-1") + phased("b", "0", "2")), deleted_as_created) ==
        Messages{"ConfigMap/a: kots.io/deletion-phase=-1 deletes it before ConfigMap/b "
                 "(kots.io/deletion-phase=2), which comes after it"}
    );
    CHECK(messages_of(install(phased("a", "-1", "2") + phased("b", "0", "-1")), deleted_as_created)
              .empty());
}

TEST_CASE("what becomes of hooks' objects is told", "[plan][checks]") {
    const auto plan = install(
        object("Job", annotations("stays", "helm.sh/hook: pre-install")) +
        object(
            "Job",
            annotations(
                "goes", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-succeeded"
            )
        )
    );

    CHECK(
        messages_of(plan, hook_outlives_release) ==
        Messages{
            "Job/stays: helm.sh/hook=pre-install: its object stays when it has run, and when the "
            "release goes"}
    );
}

TEST_CASE("hooks of one weight whose names go against their kinds are told of", "[plan][checks]") {
    const auto hook = [](const std::string& kind, const std::string& name, const std::string& weight
                      ) {
        return object(
            kind,
            annotations(name, "helm.sh/hook: pre-install, helm.sh/hook-weight: '" + weight + "'")
        );
    };

    CHECK(
        messages_of(
            install(hook("Job", "migrate", "0") + hook("ConfigMap", "scripts", "0")),
            hooks_in_order_of_names
        ) ==
        Messages{"ConfigMap/scripts: runs after Job/migrate, which has the same weight and a name "
                 "before it"}
    );
    CHECK(messages_of(
              install(hook("Job", "migrate", "0") + hook("ConfigMap", "config", "0")),
              hooks_in_order_of_names
    )
              .empty());
    CHECK(messages_of(
              install(hook("Job", "migrate", "0") + hook("ConfigMap", "scripts", "1")),
              hooks_in_order_of_names
    )
              .empty());
}

TEST_CASE("a test that is left out and a Deployment that is paused are told of", "[plan][checks]") {
    const auto plan = install(
        object("Job", annotations("try", "helm.sh/hook: test")) +
        object("Deployment", "{name: web}") + "spec: {paused: true}\n"
    );

    CHECK(
        messages_of(plan, test_left_out) ==
        Messages{"Job/try: helm.sh/hook=test: a test is left out"}
    );
    CHECK(messages_of(plan, paused_workload).size() == 1);
}
