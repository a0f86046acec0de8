#include <nlohmann/json.hpp>

#include "core/kubeapi/status_error.hpp"
#include "support/catch.hpp"
#include "support/cluster_status.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::kubeapi;
using nlohmann::json;

TEST_CASE("fields that cannot change are told with the field and the remedy", "[kubeapi][errors]") {
    check(GENERATE(
        Row{"by validation",
            "ConfigMap",
            422,
            status(
                422,
                "Invalid",
                "ConfigMap \"a\" is invalid: data: Forbidden: field is immutable when `immutable` "
                "is set",
                with_causes({cause(
                    "FieldValueForbidden",
                    "data",
                    "Forbidden: field is immutable when `immutable` is set"
                )})
            ),
            ErrorKind::ImmutableField,
            "ConfigMap/a in namespace shop has a field that cannot change: data: Forbidden: field "
            "is "
            "immutable when `immutable` is set; keep its old value, or delete the object and set "
            "slipway.dev/retry-at on the release: it is then made anew"},
        Row{"by a CEL rule",
            "Foo",
            422,
            status(
                422,
                "Invalid",
                R"(Foo.x.dev "a" is invalid: spec: Invalid value: spec is immutable)",
                with_causes({cause("FieldValueInvalid", "spec", "Invalid value: spec is immutable")}
                )
            ),
            ErrorKind::ImmutableField,
            "Foo/a in namespace shop has a field that cannot change: spec: Invalid value: spec is "
            "immutable; keep its old value, or delete the object and set slipway.dev/retry-at on "
            "the "
            "release: it is then made anew"}
    ));
}

TEST_CASE("a refused object is told with the field and the server's words", "[kubeapi][errors]") {
    check(GENERATE(
        Row{"validation",
            "Service",
            422,
            status(
                422,
                "Invalid",
                "Service \"a\" is invalid: [metadata.name: ..., spec.ports: Required value]",
                with_causes(
                    {cause("FieldValueInvalid", "metadata.name", R"(Invalid value: "S_")"),
                     cause("FieldValueRequired", "spec.ports", "Required value")}
                )
            ),
            ErrorKind::Rejected,
            "Service/a in namespace shop was refused by the API server: metadata.name: Invalid "
            "value: "
            "\"S_\"; spec.ports: Required value"},
        Row{"an unknown field answers 500",
            "Foo",
            500,
            status(
                500,
                "",
                "failed to create typed patch object (/f; x.dev/v1, Kind=Foo): .spec.b: field not "
                "declared in schema"
            ),
            ErrorKind::Rejected,
            "Foo/a in namespace shop was refused by the API server: failed to create typed patch "
            "object (/f; x.dev/v1, Kind=Foo): .spec.b: field not declared in schema"},
        Row{"strict decoding",
            "Foo",
            400,
            status(
                400,
                "BadRequest",
                R"(Foo in version "v1" cannot be handled as a Foo: strict decoding error: unknown field "spec.b")"
            ),
            ErrorKind::Rejected,
            "Foo/a in namespace shop was refused by the API server: Foo in version \"v1\" cannot "
            "be "
            "handled as a Foo: strict decoding error: unknown field \"spec.b\""},
        Row{"an admission policy",
            "ServiceAccount",
            422,
            status(
                422,
                "Invalid",
                R"(serviceaccounts "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: no bad names)",
                with_causes({cause(
                    "",
                    "",
                    "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: no bad names"
                )})
            ),
            ErrorKind::Rejected,
            "ServiceAccount/a in namespace shop was refused by the API server: "
            "ValidatingAdmissionPolicy 'p' with binding 'p' denied request: no bad names"},
        Row{"a webhook",
            "ConfigMap",
            403,
            status(
                403,
                "Forbidden",
                R"(admission webhook "w.example.com" denied the request: you cannot do that)"
            ),
            ErrorKind::Rejected,
            "ConfigMap/a in namespace shop was refused by the API server: admission webhook "
            "\"w.example.com\" denied the request: you cannot do that"},
        Row{"pod security",
            "Pod",
            403,
            status(
                403,
                "Forbidden",
                R"(pods "a" is forbidden: violates PodSecurity "restricted:latest": privileged)"
            ),
            ErrorKind::Rejected,
            "Pod/a in namespace shop was refused by the API server: pods \"a\" is forbidden: "
            "violates "
            "PodSecurity \"restricted:latest\": privileged"},
        Row{"method",
            "ConfigMap",
            405,
            status(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource"
            ),
            ErrorKind::Rejected,
            "ConfigMap/a in namespace shop was refused by the API server: the server does not "
            "allow "
            "this method on the requested resource"}
    ));
}

TEST_CASE("what the server says of a Secret is never repeated", "[kubeapi][errors]") {
    struct Case {
        int code;
        std::string body;
        const char* where;
    };
    const auto row = GENERATE(
        Case{
            500,
            status(
                500,
                "",
                R"(failed to create typed patch object (/s; /v1, Kind=Secret): .stringData.k: expected string, got &value.valueUnstructured{"hunter2"})"
            ),
            " at .stringData.k"},
        Case{
            422,
            status(
                422,
                "Invalid",
                R"(Secret "a" is invalid: data: hunter2)",
                with_causes({cause("FieldValueInvalid", "data[k]", R"(Invalid value: "hunter2")")})
            ),
            " at data[k]"},
        Case{
            422,
            status(
                422,
                "Invalid",
                "data: hunter2: field is immutable",
                with_causes({cause("FieldValueForbidden", "data", "hunter2: field is immutable")})
            ),
            " at data"},
        Case{400, status(400, "BadRequest", "illegal base64 data: hunter2"), ""},
        Case{
            403,
            status(
                403, "Forbidden", R"(admission webhook "w" denied the request: hunter2 cannot be)"
            ),
            ""},
        Case{403, status(403, "Forbidden", "exceeded quota: hunter2"), ""},
        Case{409, status(409, "Conflict", "hunter2 has been modified"), ""},
        Case{500, status(500, "InternalError", "failed calling webhook hunter2"), ""},
        Case{500, status(500, "InternalError", "hunter2"), ""}
    );
    CAPTURE(row.body);

    const Error error = error_of({.status = row.code, .body = row.body}, about("Secret"));

    CHECK(error.message.find("hunter2") == std::string::npos);
    CHECK(error.message.find("Secret/a in namespace shop") != std::string::npos);
    CHECK(
        error.message.find(std::string(row.where) + " (the server's words are left out") !=
        std::string::npos
    );
}

TEST_CASE("a long refusal keeps its end, where the reason stands", "[kubeapi][errors]") {
    const std::string value(5000, 'x');
    const std::string long_message = "Invalid value: " + value + ": field is immutable";

    const Error error = error_of(
        {.status = 422,
         .body = status(
             422,
             "Invalid",
             "-",
             with_causes({cause("FieldValueInvalid", "spec.template", long_message.c_str())})
         )},
        about("Job")
    );

    CHECK(error.kind == ErrorKind::ImmutableField);
    CHECK(error.message.size() < 600);
    CHECK(error.message.find("spec.template: Invalid value: xxx") != std::string::npos);
    CHECK(error.message.find(": field is immutable; keep") != std::string::npos);
}

TEST_CASE("who may not do what is told in the server's words", "[kubeapi][errors]") {
    check(GENERATE(
        Row{"role",
            "ConfigMap",
            403,
            status(
                403,
                "Forbidden",
                R"(configmaps "a" is forbidden: User "system:serviceaccount:shop:deployer" cannot patch resource "configmaps" in API group "" in the namespace "shop")"
            ),
            ErrorKind::Forbidden,
            "not allowed: configmaps \"a\" is forbidden: User "
            "\"system:serviceaccount:shop:deployer\" cannot patch resource \"configmaps\" in API "
            "group \"\" in the namespace \"shop\"; grant it with a Role and a RoleBinding"},
        Row{"escalation",
            "Role",
            403,
            status(
                403,
                "Forbidden",
                R"(roles.rbac.authorization.k8s.io "a" is forbidden: user "d" (groups=["g"]) is attempting to grant RBAC permissions not currently held: x)"
            ),
            ErrorKind::Forbidden,
            "not allowed: roles.rbac.authorization.k8s.io \"a\" is forbidden: user \"d\" "
            "(groups=[\"g\"]) is attempting to grant RBAC permissions not currently held: x; grant "
            "it "
            "with a Role and a RoleBinding"},
        Row{"quota",
            "Pod",
            403,
            status(
                403,
                "Forbidden",
                R"(pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3)"
            ),
            ErrorKind::QuotaExceeded,
            "Pod/a in namespace shop does not fit its namespace's quota: pods \"a\" is forbidden: "
            "exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3"},
        Row{"credentials",
            "Pod",
            401,
            status(401, "Unauthorized", "Unauthorized"),
            ErrorKind::Unauthorized,
            "the API server does not accept these credentials (401); renew the token or the "
            "certificate"}
    ));
}
