#include "core/kubeapi/status_error.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::kubeapi;
using nlohmann::json;

namespace {

Kind kind_named(const std::string& name) {
    if (name == "Job") return {.group = "batch", .version = "v1", .kind = name, .plural = "jobs"};
    if (name == "Foo") return {.group = "x.dev", .version = "v1", .kind = name, .plural = "foos"};
    return {.version = "v1", .kind = name, .plural = "them"};
}

Asked about(const std::string& kind) {
    return {.kind = kind_named(kind), .id = {.kind = kind, .in_namespace = "shop", .name = "a"}};
}

/// The body of a metav1.Status as kube-apiserver 1.36.3 writes it.
std::string status(int code, const char* reason, const char* message, json details = nullptr) {
    json body{
        {"kind", "Status"},
        {"apiVersion", "v1"},
        {"metadata", json::object()},
        {"status", "Failure"},
        {"message", message},
        {"code", code}};
    if (*reason != '\0') body["reason"] = reason;
    if (!details.is_null()) body["details"] = std::move(details);
    return body.dump();
}

json cause(const char* reason, const char* field, const char* message) {
    json one{{"message", message}};
    if (*reason != '\0') one["reason"] = reason;
    if (*field != '\0') one["field"] = field;
    return one;
}

json with_causes(std::vector<json> causes) {
    return {{"name", "a"}, {"kind", "them"}, {"causes", std::move(causes)}};
}

struct Row {
    const char* what;
    const char* kind;
    int code;
    std::string body;
    ErrorKind expected;
    const char* message;
};

void check(const Row& row) {
    CAPTURE(row.what, row.body);

    const Error error = error_of({.status = row.code, .body = row.body}, about(row.kind));

    CHECK(reason(error.kind) == reason(row.expected));
    CHECK(error.message == row.message);
}

}  // namespace

TEST_CASE("what is not there is told apart: object, kind and namespace", "[kubeapi][errors]") {
    check(GENERATE(
        Row{"object",
            "ConfigMap",
            404,
            status(
                404,
                "NotFound",
                R"(configmaps "a" not found)",
                {{"name", "a"}, {"kind", "configmaps"}}
            ),
            ErrorKind::NotFound,
            "ConfigMap/a in namespace shop does not exist"},
        Row{"group",
            "Foo",
            404,
            "404 page not found\n",
            ErrorKind::UnknownKind,
            "the cluster does not serve Foo.x.dev in x.dev/v1; is its CustomResourceDefinition "
            "installed?"},
        Row{"resource",
            "Foo",
            404,
            status(
                404, "NotFound", "the server could not find the requested resource", json::object()
            ),
            ErrorKind::UnknownKind,
            "the cluster does not serve Foo.x.dev in x.dev/v1; is its CustomResourceDefinition "
            "installed?"},
        Row{"namespace",
            "ConfigMap",
            404,
            status(
                404,
                "NotFound",
                R"(namespaces "shop" not found)",
                {{"name", "shop"}, {"kind", "namespaces"}}
            ),
            ErrorKind::NamespaceNotFound,
            "ConfigMap/a in namespace shop needs its namespace, which does not exist; create it, "
            "or "
            "let the release hold it"},
        Row{"terminating namespace",
            "ConfigMap",
            403,
            status(
                403,
                "Forbidden",
                R"(configmaps "a" is forbidden: unable to create new content in namespace shop because it is being terminated)",
                with_causes({cause(
                    "NamespaceTerminating",
                    "metadata.namespace",
                    "namespace shop is being terminated"
                )})
            ),
            ErrorKind::NamespaceNotFound,
            "ConfigMap/a in namespace shop needs its namespace, which is being deleted; nothing "
            "can "
            "be created in it"}
    ));
}

TEST_CASE("conflicts are told apart by who must look again", "[kubeapi][errors]") {
    const char* uid_message = R"(Invalid value: "1111": field is immutable)";
    check(GENERATE_COPY(
        Row{"taken name",
            "ConfigMap",
            409,
            status(409, "AlreadyExists", R"(configmaps "a" already exists)"),
            ErrorKind::AlreadyExists,
            "ConfigMap/a in namespace shop exists already"},
        Row{"taken by what goes",
            "ConfigMap",
            409,
            status(
                409, "AlreadyExists", R"(object is being deleted: configmaps "a" already exists)"
            ),
            ErrorKind::AlreadyExists,
            "ConfigMap/a in namespace shop exists already, and is being deleted"},
        Row{"stale resourceVersion",
            "ConfigMap",
            409,
            status(
                409,
                "Conflict",
                R"(Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again)"
            ),
            ErrorKind::Conflict,
            "ConfigMap/a in namespace shop was changed by somebody else: Operation cannot be "
            "fulfilled on configmaps \"a\": the object has been modified; please apply your "
            "changes "
            "to the latest version and try again"},
        Row{"apply with the uid of an absent object",
            "ConfigMap",
            409,
            status(
                409,
                "Conflict",
                "uid mismatch: the provided object specified uid 1111, and no existing object was "
                "found"
            ),
            ErrorKind::Conflict,
            "ConfigMap/a in namespace shop was changed by somebody else: uid mismatch: the "
            "provided "
            "object specified uid 1111, and no existing object was found"},
        Row{"apply with another uid",
            "ConfigMap",
            422,
            status(
                422,
                "Invalid",
                R"(ConfigMap "a" is invalid: metadata.uid: Invalid value: "1111": field is immutable)",
                with_causes(
                    {cause("FieldValueInvalid", "metadata.uid", uid_message),
                     cause("FieldValueInvalid", "metadata.uid", uid_message)}
                )
            ),
            ErrorKind::Conflict,
            "ConfigMap/a in namespace shop is another object of that name by now"},
        Row{"status of another uid",
            "Foo",
            422,
            status(
                422,
                "Invalid",
                "the server rejected our request due to an error in our request",
                json::object()
            ),
            ErrorKind::Conflict,
            "Foo/a in namespace shop is another object of that name by now"},
        Row{"delete with another uid",
            "ConfigMap",
            409,
            status(
                409,
                "Conflict",
                R"(Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (1111) does not match the UID in record (2222). The object might have been deleted and then recreated)"
            ),
            ErrorKind::NotFound,
            "ConfigMap/a in namespace shop is another object of that name"}
    ));
}

TEST_CASE("a field conflict names the managers and their fields", "[kubeapi][errors]") {
    const auto body = status(
        409,
        "Conflict",
        "Apply failed with 3 conflicts: ...",
        {{"causes",
          {cause("FieldManagerConflict", ".data.k", R"(conflict with "kubectl" using v1)"),
           cause("FieldManagerConflict", ".data.l", R"(conflict with "kubectl" using v1)"),
           cause(
               "FieldManagerConflict",
               ".spec.replicas",
               R"(conflict with "hpa" with subresource "scale" using apps/v1)"
           )}}}
    );

    const Error error = error_of({.status = 409, .body = body}, about("ConfigMap"));

    CHECK(error.kind == ErrorKind::FieldConflict);
    CHECK(
        error.message ==
        "ConfigMap/a in namespace shop has fields that somebody else set: manager \"hpa\" owns "
        ".spec.replicas; manager \"kubectl\" owns .data.k, .data.l; leave them out of the release, "
        "or take them over with conflicts: force"
    );
}

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
            "immutable when `immutable` is set; keep its old value, or let the object be made anew "
            "with slipway.dev/recreate: immutable"},
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
            "immutable; keep its old value, or let the object be made anew with "
            "slipway.dev/recreate: immutable"}
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

TEST_CASE("what passes by itself is told apart from what does not", "[kubeapi][errors]") {
    check(GENERATE(
        Row{"webhook down",
            "ConfigMap",
            500,
            status(
                500,
                "InternalError",
                R"(Internal error occurred: failed calling webhook "w.example.com": failed to call webhook: Post "https://w/x?timeout=2s": dial tcp 127.0.0.1:1: connect: connection refused)"
            ),
            ErrorKind::WebhookUnavailable,
            "ConfigMap/a in namespace shop: a webhook did not answer: Internal error occurred: "
            "failed "
            "calling webhook \"w.example.com\": failed to call webhook: Post "
            "\"https://w/x?timeout=2s\": dial tcp 127.0.0.1:1: connect: connection refused"},
        Row{"expired list",
            "ConfigMap",
            410,
            status(410, "Expired", "The provided continue parameter is too old"),
            ErrorKind::Expired,
            "the list of them is too old to go on from"},
        Row{"body too large",
            "ConfigMap",
            413,
            status(413, "RequestEntityTooLarge", "Request entity too large: limit is 3145728"),
            ErrorKind::TooLarge,
            "ConfigMap/a in namespace shop is larger than the cluster stores (about 1.5 MiB); "
            "split "
            "it"},
        Row{"too large for etcd",
            "ConfigMap",
            500,
            status(500, "", "etcdserver: request is too large"),
            ErrorKind::TooLarge,
            "ConfigMap/a in namespace shop is larger than the cluster stores (about 1.5 MiB); "
            "split "
            "it"},
        Row{"throttled",
            "ConfigMap",
            429,
            status(429, "TooManyRequests", "too many requests, please try again later"),
            ErrorKind::Throttled,
            "the API server is busy and asks to come back later (ConfigMap/a in namespace shop)"},
        Row{"timeout",
            "ConfigMap",
            504,
            status(504, "Timeout", "Timeout: request did not complete within the allotted timeout"),
            ErrorKind::Unavailable,
            "the API server could not serve ConfigMap/a in namespace shop: Timeout: request did "
            "not "
            "complete within the allotted timeout"},
        Row{"a proxy",
            "ConfigMap",
            502,
            "<html>Bad Gateway</html>",
            ErrorKind::Unavailable,
            "the API server could not serve ConfigMap/a in namespace shop: it answered 502 without "
            "saying why"}
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

TEST_CASE("the server's wish to be left alone travels with the error", "[kubeapi][errors]") {
    const Response by_header{.status = 503, .headers = {{"retry-after", "7"}}, .body = "x"};
    const Response by_status{
        .status = 429, .body = status(429, "TooManyRequests", "-", {{"retryAfterSeconds", 2}})};
    const Response nonsense{.status = 429, .headers = {{"Retry-After", "soon"}}};
    const Response for_ever{.status = 429, .headers = {{"Retry-After", "99999999999"}}};

    CHECK(error_of(by_header, about("Pod")).retry_after == std::chrono::seconds(7));
    CHECK(error_of(by_status, about("Pod")).retry_after == std::chrono::seconds(2));
    CHECK_FALSE(error_of(nonsense, about("Pod")).retry_after);
    CHECK(error_of(for_ever, about("Pod")).retry_after == std::chrono::minutes(10));
}
