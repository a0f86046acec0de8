#include "core/model/kind.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;

namespace {

Object definition(const char* scope) {
    return *Object::from_json(nlohmann::json::parse(R"({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "crontabs.stable.example.com"},
        "spec": {
            "group": "stable.example.com",
            "names": {"kind": "CronTab", "plural": "crontabs", "shortNames": ["ct"]},
            "scope": ")" + std::string(scope) + R"(",
            "versions": [
                {"name": "v1beta1", "served": true, "storage": false},
                {"name": "v1", "served": true, "storage": true},
                {"name": "v2alpha1", "served": false, "storage": false}
            ]
        }
    })"));
}

}  // namespace

TEST_CASE("what is added to a copy of a catalog is no part of the other", "[kind]") {
    KindCatalog copy = KindCatalog::built_in();
    copy.add({.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"});

    CHECK(copy.find({"example.com", "Widget"}) != nullptr);
    CHECK(copy.find({"", "ConfigMap"}) != nullptr);
    CHECK(KindCatalog::built_in().find({"example.com", "Widget"}) == nullptr);
}

TEST_CASE("a type is found under every name that kubectl takes", "[model][kind]") {
    struct Row {
        const char* resource;
        const char* kind;
    };
    const auto row = GENERATE(
        Row{"secret", "Secret"},
        Row{"Secret", "Secret"},
        Row{"secrets", "Secret"},
        Row{"deploy", "Deployment.apps"},
        Row{"deployments", "Deployment.apps"},
        Row{"deployments.apps", "Deployment.apps"},
        Row{"deployments.v1.apps", "Deployment.apps"},
        Row{"Deployment.v1.apps", "Deployment.apps"},
        Row{"deployment.v1beta2.apps", "Deployment.apps"},
        Row{"STATEFULSET", "StatefulSet.apps"},
        Row{"sts", "StatefulSet.apps"},
        Row{"cm", "ConfigMap"},
        Row{"pods.v1", "Pod"},
        Row{"pods.v1.", "Pod"},
        Row{"svc", "Service"},
        Row{"ep", "Endpoints"},
        Row{"pvc", "PersistentVolumeClaim"},
        Row{"hpa", "HorizontalPodAutoscaler.autoscaling"},
        Row{"netpol", "NetworkPolicy.networking.k8s.io"},
        Row{"ingresses.networking", "Ingress.networking.k8s.io"},
        Row{"crd", "CustomResourceDefinition.apiextensions.k8s.io"},
        Row{"events", "Event"},
        Row{"events.events.k8s.io", "Event.events.k8s.io"},
        Row{"rel", "Release.slipway.dev"},
        Row{" job ", "Job.batch"}
    );
    CAPTURE(row.resource);

    const Kind* kind = KindCatalog::built_in().find_resource(row.resource);

    REQUIRE(kind != nullptr);
    CHECK(kind->group_kind().text() == row.kind);
}

TEST_CASE("what is no type is not found", "[model][kind]") {
    const auto* resource =
        GENERATE("", "sekret", "deployments.batch", "crontab", "deploy.v1", ".apps");
    CAPTURE(resource);

    CHECK(KindCatalog::built_in().find_resource(resource) == nullptr);
}

TEST_CASE("built-in kinds know whether they live in a namespace", "[model][kind]") {
    struct Row {
        GroupKind kind;
        bool namespaced;
    };
    const auto row = GENERATE(
        Row{{"", "ConfigMap"}, true},
        Row{{"", "Namespace"}, false},
        Row{{"", "PersistentVolume"}, false},
        Row{{"rbac.authorization.k8s.io", "ClusterRole"}, false},
        Row{{"rbac.authorization.k8s.io", "Role"}, true},
        Row{{"networking.k8s.io", "IngressClass"}, false},
        Row{{"storage.k8s.io", "CSIStorageCapacity"}, true},
        Row{{"admissionregistration.k8s.io", "ValidatingAdmissionPolicy"}, false}
    );
    CAPTURE(row.kind.text());

    const Kind* kind = KindCatalog::built_in().find(row.kind);

    REQUIRE(kind != nullptr);
    CHECK(kind->namespaced == row.namespaced);
}

TEST_CASE(
    "a CustomResourceDefinition adds its kind in the version that is stored", "[model][kind]"
) {
    KindCatalog catalog = KindCatalog::built_in();

    catalog.add_from(definition("Cluster"));

    const Kind* kind = catalog.find_resource("ct");
    REQUIRE(kind != nullptr);
    CHECK(kind->api_version() == "stable.example.com/v1");
    CHECK(kind->plural == "crontabs");
    CHECK_FALSE(kind->namespaced);
    CHECK(catalog.find_resource("crontab") == kind);
    CHECK(catalog.find_resource("crontabs.stable.example.com") == kind);
    CHECK(KindCatalog::built_in().find_resource("ct") == nullptr);
}

TEST_CASE("only definitions add kinds", "[model][kind]") {
    KindCatalog catalog;

    catalog.add_from(*Object::from_json(
        {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", "x"}}}}
    ));

    CHECK(catalog.begin() == catalog.end());
}

TEST_CASE("a built-in type is preferred to a custom one of the same name", "[model][kind]") {
    KindCatalog catalog = KindCatalog::built_in();
    catalog.add(
        {.group = "config.openshift.io", .version = "v1", .kind = "Ingress", .plural = "ingresses"}
    );
    catalog.add(
        {.group = "serving.knative.dev", .version = "v1", .kind = "Service", .plural = "services"}
    );

    CHECK(catalog.find_resource("ingress")->group == "networking.k8s.io");
    CHECK(catalog.find_resource("ingress.config.openshift.io")->group == "config.openshift.io");
    CHECK(catalog.find_resource("service")->group.empty());
    CHECK(catalog.find_resource("service.serving.knative.dev")->group == "serving.knative.dev");
}
