/// What kube-apiserver 1.36.3 answers where it refuses, and the errors expected for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/kubeapi/status_error.hpp"
#include "support/catch.hpp"

namespace slipway::test {

using namespace slipway::kubeapi;
using nlohmann::json;

inline Kind kind_named(const std::string& name) {
    if (name == "Job") return {.group = "batch", .version = "v1", .kind = name, .plural = "jobs"};
    if (name == "Foo") return {.group = "x.dev", .version = "v1", .kind = name, .plural = "foos"};
    return {.version = "v1", .kind = name, .plural = "them"};
}

inline Asked about(const std::string& kind) {
    return {.kind = kind_named(kind), .id = {.kind = kind, .in_namespace = "shop", .name = "a"}};
}

/// The body of a metav1.Status as kube-apiserver 1.36.3 writes it.
inline std::string status(
    int code, const char* reason, const char* message, json details = nullptr
) {
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

inline json cause(const char* reason, const char* field, const char* message) {
    json one{{"message", message}};
    if (*reason != '\0') one["reason"] = reason;
    if (*field != '\0') one["field"] = field;
    return one;
}

inline json with_causes(std::vector<json> causes) {
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

inline void check(const Row& row) {
    CAPTURE(row.what, row.body);

    const Error error = error_of({.status = row.code, .body = row.body}, about(row.kind));

    CHECK(reason(error.kind) == reason(row.expected));
    CHECK(error.message == row.message);
}

}  // namespace slipway::test
