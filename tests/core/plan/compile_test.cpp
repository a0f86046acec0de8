#include <set>

#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::plan;
using namespace slipway::testing;
using Catch::Matchers::Contains;

namespace {

const Unit& unit_called(const Plan& plan, const std::string& title) {
    for (const Stage& stage : plan.stages) {
        for (const Unit& unit : stage.units) {
            if (unit.id.title() == title) return unit;
        }
    }
    throw std::runtime_error("the plan has no " + title);
}

/// A release with everything in it that makes edges.
const std::string everything =
    object("Namespace", "{name: other}") + object("ConfigMap", "{name: a, namespace: other}") +
    object("Deployment", annotations("b", "kots.io/wait-for-ready: 'true'")) +
    object("Deployment", annotations("c", "x.external-dependency.werf.io/resource: secret/x")) +
    object("Secret", "{name: d}") + object("Job", annotations("e", "werf.io/weight: '1'")) + R"(---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: secrets.example.com, annotations: {werf.io/weight: '2'}}
spec:
  group: example.com
  names: {kind: Secret, plural: secrets}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true}]
---
apiVersion: example.com/v1
kind: Secret
metadata: {name: f, namespace: other, annotations: {kots.io/wait-for-ready: 'true'}}
)";

/// Carries a stage out as the machine does and counts the units that could start.
std::size_t started_units(const Stage& stage) {
    std::set<std::size_t> started;
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < stage.units.size(); ++i) {
            const Unit& unit = stage.units[i];
            bool may_start = !started.contains(i);
            for (std::size_t j = 0; j < stage.units.size(); ++j)
                may_start = may_start && (stage.units[j].rank >= unit.rank || started.contains(j));
            for (const Edge& edge : unit.after)
                may_start = may_start && started.contains(edge.unit);
            if (may_start) started.insert(i);
            moved = moved || may_start;
        }
    }
    return started.size();
}

}  // namespace

TEST_CASE("no plan can lock itself: ranks and edges agree", "[plan]") {
    const Settings forced{
        .deletion_force = {
            {.kind = "CustomResourceDefinition", .name = "secrets.example.com"},
            {.kind = "Namespace", .name = "other"},
        }};
    const Plan plan = GENERATE_REF(
        install(everything),
        deletion(everything, forced),
        upgrade(everything, object("ConfigMap", "{name: z}"), forced)
    );

    for (const Stage& stage : plan.stages) {
        CAPTURE(stage.name, explain(plan));
        CHECK(started_units(stage) == stage.units.size());
        for (const Unit& unit : stage.units) {
            for (const Edge& edge : unit.after)
                CHECK(stage.units.at(edge.unit).rank <= unit.rank);
        }
    }
}

TEST_CASE("a unit carries what applying and remembering it needs", "[plan]") {
    const Plan plan = install(object(
        "ConfigMap",
        annotations(
            "a", "kots.io/creation-phase: '3', kots.io/deletion-phase: '4', kots.io/keep: 'true'"
        )
    ));

    const Unit& unit = unit_called(plan, "ConfigMap/a");
    CHECK(unit.id.in_namespace == "shop");
    CHECK(unit.version == "v1");
    CHECK(unit.body == 0U);
    CHECK(unit.digest.starts_with("sha256:"));
    CHECK(unit.source.line == 2);
    CHECK(unit.group == 3);
    CHECK(unit.delete_phase == 4);
    CHECK(unit.delete_phase_given);
    CHECK(unit.keep);
}

TEST_CASE("a unit's digest changes with its object and with nothing else", "[plan]") {
    const std::string a = object("ConfigMap", "{name: a}");
    const Plan alone = install(a);
    const Plan together = install(object("ConfigMap", "{name: b}") + a);
    const Plan changed = install(object("ConfigMap", "{name: a, labels: {x: z}}"));

    CHECK(unit_called(alone, "ConfigMap/a").digest == unit_called(together, "ConfigMap/a").digest);
    CHECK(unit_called(alone, "ConfigMap/a").digest != unit_called(changed, "ConfigMap/a").digest);
    CHECK(alone.digest != together.digest);
}

TEST_CASE("each operation runs its own hooks", "[plan][hooks]") {
    const std::string yaml =
        object("Job", annotations("i", "helm.sh/hook: 'pre-install,post-install'")) +
        object("Job", annotations("u", "helm.sh/hook: 'pre-upgrade,post-upgrade'")) +
        object("Job", annotations("r", "helm.sh/hook: 'pre-rollback,post-rollback'")) +
        object("Job", annotations("d", "helm.sh/hook: 'pre-delete,post-delete'")) +
        object("ConfigMap", "{name: a}");
    struct Row {
        Operation operation;
        const char* outline;
    };
    const auto row = GENERATE(
        Row{Operation::Install,
            "pre-install hook Job/i: Job/i\ngroup 0: ConfigMap/a\npost-install hook Job/i: "
            "Job/i\n"},
        Row{Operation::Upgrade,
            "pre-upgrade hook Job/u: Job/u\ngroup 0: ConfigMap/a\npost-upgrade hook Job/u: "
            "Job/u\n"},
        Row{Operation::Rollback,
            "pre-rollback hook Job/r: Job/r\ngroup 0: ConfigMap/a\npost-rollback hook Job/r: "
            "Job/r\n"}
    );

    const auto plan =
        must(compile(must(resolved(yaml)), KindCatalog::built_in(), row.operation, {}, {}));

    CHECK(outline(plan) == row.outline);
    CHECK(plan.operation == row.operation);
    CHECK(
        outline(deletion(yaml)) ==
        "pre-delete hook Job/d: Job/d\ndeletion phase 0: ConfigMap/a\npost-delete hook Job/d: "
        "Job/d\n"
    );
}

TEST_CASE("hooks are numbered within their event", "[plan][hooks]") {
    const Plan plan = install(
        object("Job", annotations("b", "helm.sh/hook: 'pre-install,pre-install'")) +
        object("Job", annotations("a", "helm.sh/hook: pre-install"))
    );

    REQUIRE(plan.stages.size() == 3);
    std::vector<int> places;
    for (const Stage& stage : plan.stages)
        places.push_back(stage.units.at(0).hook->place);
    CHECK(places == std::vector{0, 1, 2});
    CHECK(plan.stages[0].kind == StageKind::PreHook);
    CHECK(plan.stages[0].units[0].hook->event == dialect::HookEvent::PreInstall);
    CHECK(plan.stages[2].name == "pre-install hook Job/b (2)");
}

TEST_CASE("a hook without a policy is deleted before it is created anew", "[plan][hooks]") {
    const Plan plan = install(object("Job", annotations("a", "helm.sh/hook: pre-install")));

    CHECK(
        unit_called(plan, "Job/a").hook->delete_policy ==
        std::set{dialect::HookDeletePolicy::BeforeCreation}
    );
}

TEST_CASE("a hook's object is neither applied nor pruned with the groups", "[plan][hooks]") {
    const std::string before = object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}");
    const std::string after = object("ConfigMap", annotations("a", "helm.sh/hook: post-install")) +
                              object("ConfigMap", "{name: b}");

    CHECK(outline(upgrade(before, after)) == "group 0: ConfigMap/b\n");
}

TEST_CASE("what became a test only has left the release", "[plan][hooks]") {
    const std::string before = object("ConfigMap", "{name: a}");
    const std::string after = object("ConfigMap", annotations("a", "helm.sh/hook: test"));

    CHECK(outline(upgrade(before, after)) == "removed objects: ConfigMap/a\n");
}

TEST_CASE("strictness refuses what people wrote, never a deletion", "[plan][strict]") {
    const std::string yaml = object("ConfigMap", annotations("a", "werf.io/wieght: x")) +
                             object("ConfigMap", annotations("b", "helm.sh/resource-policy: keep"));
    const Settings strict{.strict = true};

    const auto plan =
        compile(must(resolved(yaml)), KindCatalog::built_in(), Operation::Install, strict, {});

    REQUIRE_FALSE(plan);
    CHECK(plan.error().kind == ErrorKind::InvalidAnnotation);
    CHECK_THAT(plan.error().message, Contains("ConfigMap/a (SLW010)"));
    CHECK(deletion(yaml, strict).stages.size() == 1);
}

TEST_CASE("strictness says nothing about what leaves the release and is kept", "[plan][strict]") {
    const std::string before = object("ConfigMap", annotations("a", "kots.io/keep: 'true'"));

    const Plan plan = upgrade(before, object("ConfigMap", "{name: b}"), {.strict = true});

    CHECK(plan.findings.size() == 1);
}

TEST_CASE("all errors of a release are reported at once, ten of them in words", "[plan]") {
    std::string yaml;
    for (int i = 0; i < 12; ++i)
        yaml += object("ConfigMap", annotations("a" + std::to_string(i), "werf.io/weight: x"));

    const auto plan =
        compile(must(resolved(yaml)), KindCatalog::built_in(), Operation::Install, {}, {});

    REQUIRE_FALSE(plan);
    CHECK_THAT(plan.error().message, Contains("ConfigMap/a9)") && Contains("\nand 2 more"));
    CHECK_THAT(plan.error().message, !Contains("ConfigMap/a10)"));
}

TEST_CASE(
    "dependencies of several types are told apart before their types are known", "[plan][await]"
) {
    const Plan plan = install(object(
        "Deployment",
        annotations(
            "a",
            "x.external-dependency.werf.io/resource: widget/x, "
            "y.external-dependency.werf.io/resource: gadget/x"
        )
    ));

    REQUIRE(plan.stages.at(0).units.size() == 3);
    CHECK(plan.stages[0].units[0].resource == "widget");
    CHECK(plan.stages[0].units[0].id.name == "x");
    CHECK(plan.stages[0].units[1].resource == "gadget");
    CHECK(plan.stages[0].units[2].after.size() == 2);
}

TEST_CASE("a dependency's type may come with the release's own definitions", "[plan][await]") {
    const Plan plan = install(
        everything +
        object(
            "Deployment",
            annotations("g", "s.external-dependency.werf.io/resource: secrets.example.com/y")
        )
    );

    CHECK(unit_called(plan, "Secret/y").id.group == "example.com");
}

TEST_CASE("a condition on a Secret keeps a release from beginning, never from going", "[plan]") {
    const std::string yaml = object(
        "Secret",
        annotations("a", "helm.sh/hook: pre-install, slipway.dev/wait-for: '.data.x exists'")
    );

    const auto plan =
        compile(must(resolved(yaml)), KindCatalog::built_in(), Operation::Install, {}, {});

    REQUIRE_FALSE(plan);
    CHECK(plan.error().kind == ErrorKind::InvalidAnnotation);
    CHECK(
        plan.error().message ==
        "shop.yaml:2:1 (document 1, Secret/a): slipway.dev/wait-for=.data.x exists: nothing inside "
        "a "
        "Secret is looked at, so this would never hold; leave it out to wait until the Secret is "
        "there, or put the condition on the object that uses it"
    );
    CHECK(compile_deletion(must(resolved(yaml)), KindCatalog::built_in(), {}, {}));
}

TEST_CASE("the same input gives the same plan", "[plan]") {
    CHECK(explain(install(everything)) == explain(install(everything)));
}

TEST_CASE("an empty release has an empty plan", "[plan]") {
    const Plan plan = install("");

    CHECK(plan.stages.empty());
    CHECK(explain(plan) == "Install: 0 stages, 0 units\n");
}

TEST_CASE("kinds come in Helm 4's order, unknown ones last", "[plan]") {
    CHECK(install_rank("PriorityClass") == 0);
    CHECK(install_rank("Namespace") < install_rank("NetworkPolicy"));
    CHECK(install_rank("CustomResourceDefinition") < install_rank("ClusterRole"));
    CHECK(install_rank("Deployment") < install_rank("StatefulSet"));
    CHECK(install_rank("APIService") < install_rank("MutatingWebhookConfiguration"));
    CHECK(install_rank("ValidatingWebhookConfiguration") < install_rank("CronTab"));
    CHECK(install_rank("CronTab") == install_rank("Zebra"));
}
