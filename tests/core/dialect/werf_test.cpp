#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;
using Catch::Matchers::Contains;

namespace {

Hints hints_of(const std::string& annotations) { return must(read(annotated(annotations), {})); }

std::string error_of(const std::string& annotations) {
    const auto hints = read(annotated(annotations), {});
    return hints ? "" : hints.error().message;
}

const std::string dependency = "secret.external-dependency.werf.io";

}  // namespace

TEST_CASE("werf's weight is a group number", "[dialect][werf]") {
    const Hints hints = hints_of("werf.io/weight: '-2'");

    CHECK(hints.group->value == -2);
    CHECK(hints.group->by == "werf.io/weight=-2");
}

TEST_CASE("a weight that is no integer is refused, as werf does", "[dialect][werf]") {
    const auto* value = GENERATE("", "1.5", " 1", "high", "3000000000");
    CAPTURE(value);

    const std::string message = error_of("werf.io/weight: '" + std::string(value) + "'");

    CHECK(message.find("werf.io/weight: \"" + std::string(value) + "\" is not an integer") == 0);
}

TEST_CASE("werf's weight on a hook is ignored with a warning", "[dialect][werf]") {
    const Hints hints = hints_of("helm.sh/hook: pre-install\nwerf.io/weight: '3'");

    CHECK_FALSE(hints.group);
    CHECK(hints.tracked_hook);
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::number_on_hook);
    CHECK(
        hints.findings[0].message ==
        "werf.io/weight=3 has no effect: the place of a hook is its event and its weight"
    );
}

TEST_CASE("an external dependency names a type and an object", "[dialect][werf]") {
    struct Row {
        const char* value;
        const char* resource;
        const char* object;
    };
    const auto row = GENERATE(
        Row{"secret/my-dynamic-vault-secret", "secret", "my-dynamic-vault-secret"},
        Row{"statefulset/my-database", "statefulset", "my-database"},
        Row{"deployments.v1.apps/service2", "deployments.v1.apps", "service2"}
    );
    const auto* key = GENERATE("/resource", "/name");
    CAPTURE(row.value, key);

    const Hints hints = hints_of(dependency + key + ": " + row.value);

    REQUIRE(hints.external_dependencies.size() == 1);
    const ExternalDependency& found = hints.external_dependencies[0];
    CHECK(found.name == "secret");
    CHECK(found.resource == row.resource);
    CHECK(found.object == row.object);
    CHECK(found.in_namespace.empty());
    CHECK(found.until_ready);
    CHECK(found.by == dependency + key + "=" + row.value);
}

TEST_CASE("an external dependency may be in another namespace", "[dialect][werf]") {
    const Hints hints =
        hints_of(dependency + "/resource: secret/x\n" + dependency + "/namespace: production");

    CHECK(hints.external_dependencies.at(0).in_namespace == "production");
}

TEST_CASE("an object may have several external dependencies, and hooks too", "[dialect][werf]") {
    const Hints hints = hints_of(
        "helm.sh/hook: pre-install\n" + dependency +
        "/resource: secret/x\ndatabase.external-dependency.werf.io/resource: statefulset/db"
    );

    REQUIRE(hints.external_dependencies.size() == 2);
    CHECK(hints.external_dependencies[0].name == "database");
    CHECK(hints.external_dependencies[1].name == "secret");
    CHECK_FALSE(hints.tracked_hook);
}

TEST_CASE("werf's newer form of external dependencies is read", "[dialect][werf]") {
    struct Row {
        const char* value;
        const char* resource;
        const char* in_namespace;
    };
    const auto row = GENERATE(
        Row{"v1:Secret:x", "Secret.v1", ""},
        Row{"apps/v1:Deployment:x", "Deployment.v1.apps", ""},
        Row{"apps/v1:Deployment:production:x", "Deployment.v1.apps", "production"}
    );
    CAPTURE(row.value);

    const Hints hints = hints_of(dependency + ": " + row.value);

    const ExternalDependency& found = hints.external_dependencies.at(0);
    CHECK(found.resource == row.resource);
    CHECK(found.object == "x");
    CHECK(found.in_namespace == row.in_namespace);
}

TEST_CASE(
    "an external dependency is waited for until it is ready, or until it is there",
    "[dialect][werf]"
) {
    const std::string resource = dependency + "/resource: secret/x\n" + dependency + "/state: ";
    CHECK(hints_of(resource + "ready").external_dependencies.at(0).until_ready);
    CHECK_FALSE(hints_of(resource + "present").external_dependencies.at(0).until_ready);
}

TEST_CASE("a malformed external dependency is refused", "[dialect][werf]") {
    struct Row {
        std::string annotation;
        const char* part;
    };
    const auto row = GENERATE(
        Row{dependency + "/resource: secret", "like secret/my-secret"},
        Row{dependency + "/resource: secret/", "like secret/my-secret"},
        Row{dependency + "/resource: /x", "like secret/my-secret"},
        Row{dependency + "/resource: a/b/c", "like secret/my-secret"},
        Row{dependency + "/resource: ''", "like secret/my-secret"},
        Row{dependency + "/namespace: other", "add secret.external-dependency.werf.io/resource"},
        Row{dependency + "/state: present", "add secret.external-dependency.werf.io/resource"},
        Row{dependency + "/resource: a/b\n" + dependency + "/state: gone",
            "\"ready\" or \"present\""},
        Row{dependency + "/resouce: secret/x", "under a key that is not known"},
        Row{dependency + ": Secret:x", "like v1:Secret:my-secret"}
    );
    CAPTURE(row.annotation);

    const std::string message = error_of(row.annotation);

    CHECK(message.find(row.part) != std::string::npos);
}

TEST_CASE("werf's resource policy keep keeps", "[dialect][werf]") {
    CHECK(hints_of("werf.io/resource-policy: keep").keep->value);
    CHECK(hints_of("werf.io/resource-policy: 'skip-update, skip-delete'").keep->value);
    CHECK(hints_of("werf.io/resource-policy: 'skip-update, skip-create'").terms->skip_update->value
    );
    CHECK(hints_of("werf.io/resource-policy: 'skip-update, skip-create'").terms->skip_create->value
    );
    CHECK(
        hints_of("werf.io/resource-policy: skip-recreate").terms->recreate->value == Recreate::Never
    );
    CHECK_THAT(error_of("werf.io/resource-policy: skip"), Contains("is no resource policy"));
}

TEST_CASE(
    "keys of werf that are mistyped warn; those without a meaning here are for information",
    "[dialect][werf]"
) {
    struct Row {
        const char* annotation;
        const Rule* rule;
    };
    const auto row = GENERATE(
        Row{"werf.io/fail-mode: IgnoreAndContinueDeployProcess", nullptr},
        Row{"werf.io/fail-mode: HopeUntilEndOfDeployProcess", &rules::not_honoured},
        Row{"werf.io/track-termination-mode: NonBlocking", nullptr},
        Row{"werf.io/failures-allowed-per-replica: '3'", &rules::failures_are_counted},
        Row{"werf.io/ignore-readiness-probe-fails-for-app: 1m", &rules::needless},
        Row{"werf.io/sensitive: 'true'", &rules::about_a_terminal},
        Row{"werf.io/sensitive-paths: $.data.*", &rules::about_a_terminal},
        Row{"werf.io/deploy-dependency-db: state=ready,kind=StatefulSet", nullptr},
        Row{"werf.io/delete-policy: succeeded", nullptr},
        Row{"werf.io/no-activity-timeout: 10m", nullptr},
        Row{"db.dependency.werf.io: v1:Secret:x", nullptr},
        Row{"werf.io/wieght: '1'", &rules::unknown_key},
        Row{"werf.io/skip-logs: 'true'", &rules::about_a_terminal},
        Row{"werf.io/log-regex-for-app: '.*'", &rules::about_a_terminal},
        Row{"werf.io/show-service-messages: 'true'", &rules::about_a_terminal},
        Row{"project.werf.io/name: shop", nullptr}
    );
    CAPTURE(row.annotation);

    const auto findings = hints_of(row.annotation).findings;

    CHECK(findings.size() == (row.rule == nullptr ? 0 : 1));
    if (!findings.empty()) CHECK(findings[0].rule == row.rule);
}

TEST_CASE("an object has at most 64 dependencies inside its release", "[dialect][werf]") {
    const auto dependencies = [](int count) {
        std::string lines;
        for (int i = 0; i < count; ++i)
            lines += "werf.io/deploy-dependency-d" + std::to_string(i) + ": 'state=ready,name=x'\n";
        return lines;
    };

    CHECK(hints_of(dependencies(64)).after.size() == 64);
    CHECK_THAT(error_of(dependencies(65)), Catch::Matchers::Contains("at most 64 are read"));
}

TEST_CASE("an object has at most 64 external dependencies", "[dialect][werf]") {
    const auto dependencies = [](int count) {
        std::string lines;
        for (int i = 0; i < count; ++i) {
            const std::string name = "d" + std::to_string(i);
            lines += name + ".external-dependency.werf.io/resource: secret/" + name + "\n";
        }
        return lines;
    };

    const auto most = read(annotated(dependencies(64)), {});
    const auto more = read(annotated(dependencies(65)), {});

    CHECK(must(most).external_dependencies.size() == 64);
    REQUIRE_FALSE(more);
    CHECK(more.error().kind == ErrorKind::TooLarge);
    CHECK(more.error().message == "the object names 65 external dependencies; at most 64 are read");
}
