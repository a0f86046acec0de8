#include "core/kubeapi/status_error.hpp"

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/kubeapi/refusal_text.hpp"
#include "core/kubeapi/status.hpp"

namespace slipway::kubeapi {
namespace {

/// How the kinds of Kubernetes and CEL rules say that a field cannot change.
constexpr std::array immutable_words{
    "is immutable",
    "may not change once set",
    "cannot change roleRef",
    "updates to statefulset spec",
    "updates to parameters are forbidden",
    "updates to provisioner are forbidden",
};

/// Server-side apply answers 500 to content that does not fit the schema (seen on 1.36.3).
constexpr std::array schema_words{
    "failed to create typed patch object", "field not declared in schema", "unknown field"};

constexpr std::array webhook_words{
    "failed calling webhook", "failed to call webhook", "conversion webhook"};

/// etcd's limit is no 413.
constexpr std::array size_words{
    "etcdserver: request is too large", "trying to send message larger"};

template <std::size_t count>
bool says_any(const Status& status, const std::array<const char*, count>& words) {
    return std::ranges::any_of(words, [&](const char* word) { return status.says(word); });
}

/// A refusal on its way to an error.
struct Refusal {
    const Status& status;
    const Asked& asked;

    std::string subject() const { return asked.text(); }
    std::string words() const {
        const bool is_secret = asked.kind.group.empty() && asked.kind.kind == "Secret";
        return is_secret ? told_of_secret(status) : told(status);
    }
};

Error rejected(const Refusal& refusal) {
    return {
        ErrorKind::Rejected,
        format("{} was refused by the API server: {}", refusal.subject(), refusal.words())};
}

Error unavailable(const Refusal& refusal) {
    return {
        ErrorKind::Unavailable,
        format("the API server could not serve {}: {}", refusal.subject(), refusal.words())};
}

Error too_large(const Refusal& refusal) {
    return {
        ErrorKind::TooLarge,
        format(
            "{} is larger than the cluster stores (about 1.5 MiB); split it", refusal.subject()
        )};
}

Error no_namespace(const Refusal& refusal, std::string_view why) {
    return {
        ErrorKind::NamespaceNotFound,
        format("{} needs its namespace, which {}", refusal.subject(), why)};
}

Error not_found(const Refusal& refusal) {
    const Status& status = refusal.status;
    const Asked& asked = refusal.asked;
    if (status.about_kind == "namespaces" && asked.kind.kind != "Namespace") {
        return no_namespace(refusal, "does not exist; create it, or let the release hold it");
    }
    // Where the path itself is unknown, the Status names nothing, or there is none.
    if (status.about.empty() && status.about_kind.empty()) {
        return {
            ErrorKind::UnknownKind,
            format(
                "the cluster does not serve {} in {}; is its CustomResourceDefinition installed?",
                asked.kind.group_kind().text(),
                asked.kind.api_version()
            )};
    }
    return {ErrorKind::NotFound, format("{} does not exist", refusal.subject())};
}

Error conflict(const Refusal& refusal) {
    const Status& status = refusal.status;
    if (status.reason == "AlreadyExists") {
        const bool goes = status.says("object is being deleted");
        return {
            ErrorKind::AlreadyExists,
            format("{} exists already{}", refusal.subject(), goes ? ", and is being deleted" : "")};
    }
    // The precondition of a delete: what had that uid is gone.
    if (status.says("UID in precondition") || status.says("UID in the precondition")) {
        return {
            ErrorKind::NotFound, format("{} is another object of that name", refusal.subject())};
    }
    if (status.has_cause("FieldManagerConflict")) {
        return {
            ErrorKind::FieldConflict,
            format(
                "{} has fields that somebody else set: {}; leave them out of the release, or give "
                "them the values that they have; of objects that are the release's own, "
                "spec.conflicts: Force takes them over",
                refusal.subject(),
                field_owners(status)
            )};
    }
    return {
        ErrorKind::Conflict,
        format("{} was changed by somebody else: {}", refusal.subject(), refusal.words())};
}

/// Every namespace gets one, a moment after it was made (Kubernetes' ServiceAccount controller).
bool lacks_default_account(const Status& status) {
    return status.says("error looking up service account") &&
           status.says("serviceaccount \"default\" not found");
}

Error forbidden(const Refusal& refusal) {
    const Status& status = refusal.status;
    if (status.has_cause("NamespaceTerminating") || status.says("because it is being terminated")) {
        return no_namespace(refusal, "is being deleted; nothing can be created in it");
    }
    if (status.says("exceeded quota")) {
        return {
            ErrorKind::QuotaExceeded,
            format(
                "{} does not fit its namespace's quota: {}", refusal.subject(), refusal.words()
            )};
    }
    if (lacks_default_account(status)) {
        return {
            ErrorKind::Unavailable,
            format(
                "{} needs its namespace's ServiceAccount default, which Kubernetes has not made "
                "yet",
                refusal.subject()
            )};
    }
    const bool is_rbac = status.message.empty() || status.says("forbidden: User \"") ||
                         status.says("attempting to grant RBAC permissions");
    if (!is_rbac) return rejected(refusal);
    // Who may not do what is no content, not even of a Secret.
    return {
        ErrorKind::Forbidden,
        format("not allowed: {}; grant it with a Role and a RoleBinding", told(status))};
}

/// A JSON patch whose `test` failed: a 422 that names nothing.
constexpr auto failed_test = "the server rejected our request due to an error in our request";

/// A fence that did not hold: the name belongs to another object by now (see verbs.hpp).
bool is_fence(const Status& status) {
    if (status.causes.empty()) return status.says(failed_test);
    return std::ranges::any_of(status.causes, [](const Cause& cause) {
        return cause.field == "metadata.uid" || cause.field == "metadata.resourceVersion";
    });
}

Error invalid(const Refusal& refusal) {
    const Status& status = refusal.status;
    if (is_fence(status)) {
        return {
            ErrorKind::Conflict,
            format("{} is another object of that name by now", refusal.subject())};
    }
    if (!says_any(status, immutable_words)) return rejected(refusal);
    return {
        ErrorKind::ImmutableField,
        format(
            "{} has a field that cannot change: {}; keep its old value, or delete the object and "
            "set slipway.dev/retry-at on the release: it is then made anew",
            refusal.subject(),
            refusal.words()
        )};
}

Error unauthorized() {
    return {
        ErrorKind::Unauthorized,
        "the API server does not accept these credentials (401); renew the token or the "
        "certificate"};
}

Error expired(const Refusal& refusal) {
    return {
        ErrorKind::Expired,
        format("the list of {} is too old to go on from", refusal.asked.kind.plural)};
}

/// Asked for what lies in the server's future: it was restored, or has not caught up with another.
Error too_new(const Refusal& refusal) {
    return {
        ErrorKind::Expired,
        format(
            "the API server has not seen so new a list of {} yet, or not any more",
            refusal.asked.kind.plural
        )};
}

Error throttled(const Refusal& refusal) {
    return {
        ErrorKind::Throttled,
        format("the API server is busy and asks to come back later ({})", refusal.subject())};
}

Error server_error(const Refusal& refusal) {
    const Status& status = refusal.status;
    if (says_any(status, schema_words)) return rejected(refusal);
    if (says_any(status, size_words)) return too_large(refusal);
    if (status.has_cause("ResourceVersionTooLarge")) return too_new(refusal);
    if (!says_any(status, webhook_words)) return unavailable(refusal);
    return {
        ErrorKind::WebhookUnavailable,
        format("{}: a webhook did not answer: {}", refusal.subject(), refusal.words())};
}

Error by_code(const Refusal& refusal) {
    switch (refusal.status.code) {
        case 401: return unauthorized();
        case 403: return forbidden(refusal);
        case 404: return not_found(refusal);
        case 409: return conflict(refusal);
        case 410: return expired(refusal);
        case 413: return too_large(refusal);
        case 422: return invalid(refusal);
        case 429: return throttled(refusal);
        default: break;
    }
    const bool is_ours = refusal.status.code >= 400 && refusal.status.code < 500;
    return is_ours ? rejected(refusal) : server_error(refusal);
}

}  // namespace

std::string Asked::text() const {
    const std::string where = id.in_namespace.empty() ? "" : " in namespace " + id.in_namespace;
    return (id.name.empty() ? "every " + kind.kind : kind.kind + "/" + id.name) + where;
}

Error error_of(const Response& answer, const Asked& asked) {
    const Status status = read_status(answer);
    Error error = by_code({.status = status, .asked = asked});
    if (status.retry_after) error.retry_after = status.retry_after;
    return error;
}

}  // namespace slipway::kubeapi
