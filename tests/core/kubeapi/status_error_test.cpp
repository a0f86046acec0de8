#include "core/kubeapi/status_error.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/cluster_status.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace slipway::kubeapi;
using nlohmann::json;

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
            "be created in it"},
        Row{"namespace that is being furnished",
            "Pod",
            403,
            status(
                403,
                "Forbidden",
                R"(pods "a" is forbidden: error looking up service account shop/default: )"
                R"(serviceaccount "default" not found)",
                {{"name", "a"}, {"kind", "pods"}}
            ),
            ErrorKind::Unavailable,
            "Pod/a in namespace shop needs its namespace's ServiceAccount default, which "
            "Kubernetes has not made yet"}
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
        "or give them the values that they have; of objects that are the release's own, "
        "spec.conflicts: Force takes them over"
    );
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
        Row{"the future",
            "ConfigMap",
            504,
            status(
                504,
                "Timeout",
                "Timeout: Too large resource version: 10, current: 4",
                {{"causes", {{{"reason", "ResourceVersionTooLarge"}, {"message", "Too large"}}}}}
            ),
            ErrorKind::Expired,
            "the API server has not seen so new a list of them yet, or not any more"},
        Row{"a proxy",
            "ConfigMap",
            502,
            "<html>Bad Gateway</html>",
            ErrorKind::Unavailable,
            "the API server could not serve ConfigMap/a in namespace shop: it answered 502 without "
            "saying why"}
    ));
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
