#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/plan.hpp"

using namespace slipway;
using namespace slipway::plan;
using namespace slipway::testing;

TEST_CASE("nothing is pruned where the release says so", "[plan][prune]") {
    const std::string before = object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}");

    CHECK(
        outline(upgrade(before, object("ConfigMap", "{name: b}"), {.prune = false})) ==
        "group 0: ConfigMap/b\n"
    );
}

TEST_CASE("an object that only moved to another group is not removed", "[plan][prune]") {
    const std::string before = object("ConfigMap", "{name: a}");
    const std::string after = object("ConfigMap", annotations("a", "werf.io/weight: '5'"));

    CHECK(outline(upgrade(before, after)) == "group 5: ConfigMap/a\n");
}

TEST_CASE("what is deleted goes by the inventory, not by the content", "[plan][delete]") {
    const std::string yaml = object("ConfigMap", "{name: a}") + object("ConfigMap", "{name: b}");
    auto inventory = inventory_after(install(yaml + object("ConfigMap", "{name: left-over}")));
    inventory.erase({.kind = "ConfigMap", .in_namespace = "shop", .name = "a"});

    const auto plan =
        must(compile_deletion(must(resolved(yaml)), KindCatalog::built_in(), {}, inventory));

    CHECK(outline(plan) == "deletion phase 0: ConfigMap/left-over ConfigMap/b\n");
}

TEST_CASE("dangerous kinds are deleted only with consent", "[plan][delete]") {
    struct Row {
        const char* kind;
        const char* annotation;
        std::vector<DeletionConsent> force;
        bool deleted;
    };
    const auto row = GENERATE(
        Row{"Namespace", "x: z", {}, false},
        Row{"PersistentVolumeClaim", "x: z", {}, false},
        Row{"ConfigMap", "x: z", {}, true},
        Row{"Namespace", "kots.io/deletion-phase: '0'", {}, true},
        Row{"PersistentVolumeClaim", "slipway.dev/delete-phase: '-1'", {}, true},
        Row{"Namespace", "x: z", {{.kind = "Namespace", .name = "a"}}, true},
        Row{"Namespace", "x: z", {{.kind = "Namespace", .name = "b"}}, false},
        Row{"PersistentVolumeClaim", "x: z", {{.kind = "Namespace", .name = "a"}}, false}
    );
    CAPTURE(row.kind, row.annotation);

    const Plan plan =
        deletion(object(row.kind, annotations("a", row.annotation)), {.deletion_force = row.force});

    CHECK(plan.stages.size() == (row.deleted ? 1 : 0));
    CHECK(plan.findings.size() == (row.deleted ? 0 : 1));
}

TEST_CASE("what is kept is not deleted even where its deletion is forced", "[plan][delete]") {
    const Plan plan = deletion(
        object("Namespace", annotations("a", "helm.sh/resource-policy: keep")),
        {.deletion_force = {{.kind = "Namespace", .name = "a"}}}
    );

    CHECK(plan.stages.empty());
    CHECK(plan.findings.at(0).rule == &dialect::rules::kept_on_deletion);
}

namespace {

/// An inventory in this order of creation, whatever the kinds would ask for.
Inventory created(const std::vector<ObjectId>& ids) {
    Inventory inventory;
    for (const ObjectId& id : ids) {
        const int order = static_cast<int>(inventory.size());
        inventory[id] = {.id = id, .version = "v1", .order = order, .delete_phase_given = true};
    }
    return inventory;
}

std::string deletion_of(const std::vector<ObjectId>& ids) {
    return outline(must(compile_deletion({}, KindCatalog::built_in(), {}, created(ids))));
}

}  // namespace

TEST_CASE("a definition goes after its objects even where it was created later", "[plan][delete]") {
    const ObjectId definition{
        .group = "apiextensions.k8s.io",
        .kind = "CustomResourceDefinition",
        .name = "secrets.example.com"};
    const ObjectId resource{
        .group = "example.com", .kind = "Secret", .in_namespace = "shop", .name = "a"};
    const ObjectId other{.kind = "ConfigMap", .in_namespace = "shop", .name = "b"};

    const auto plan = must(
        compile_deletion({}, KindCatalog::built_in(), {}, created({resource, other, definition}))
    );

    REQUIRE(plan.stages.size() == 1);
    const auto& units = plan.stages[0].units;
    CHECK(
        outline(plan) ==
        "deletion phase 0: ConfigMap/b Secret/a CustomResourceDefinition/secrets.example.com\n"
    );
    REQUIRE(units[2].after.size() == 1);
    CHECK(units[2].after[0].unit == 1);
    CHECK(units[2].after[0].until == Until::Absent);
    CHECK(units[2].rank > units[1].rank);
}

TEST_CASE("what registers an API goes after the objects of its group", "[plan][delete]") {
    const ObjectId service{
        .group = "apiregistration.k8s.io", .kind = "APIService", .name = "v1.example.com"};
    const ObjectId resource{.group = "example.com", .kind = "Secret", .name = "a"};

    CHECK(
        deletion_of({resource, service}) == "deletion phase 0: Secret/a APIService/v1.example.com\n"
    );
}

TEST_CASE("unknown kinds go before known ones, Namespaces last of all", "[plan][delete]") {
    const ObjectId unknown{.group = "example.com", .kind = "Gadget", .name = "a"};
    const ObjectId space{.kind = "Namespace", .name = "b"};
    const ObjectId known{.kind = "ConfigMap", .in_namespace = "b", .name = "c"};

    CHECK(
        deletion_of({unknown, known, space}) ==
        "deletion phase 0: Gadget/a ConfigMap/c Namespace/b\n"
    );
}

TEST_CASE("a higher group goes first, whenever it was created", "[plan][delete]") {
    const ObjectId early{.kind = "ConfigMap", .in_namespace = "shop", .name = "early"};
    const ObjectId late{.kind = "ConfigMap", .in_namespace = "shop", .name = "late"};
    Inventory inventory = created({late, early});
    inventory[late].group = 3;

    const auto plan = must(compile_deletion({}, KindCatalog::built_in(), {}, inventory));

    CHECK(outline(plan) == "deletion phase 0: ConfigMap/late ConfigMap/early\n");
}
