/// What went wrong, as a value, in words a Release author can act on.
///
/// `kind` decides what the operator does next and is the condition's reason and the metric's label;
/// `message` is what the user reads in `.status.conditions`, so it names the object, the place,
/// what was seen and the remedy, and never the code.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace slipway {

enum class ErrorKind {
    InvalidSpec,        ///< A field of the Release must be edited; trying again cannot help.
    InvalidManifest,    ///< A manifest must be edited: syntax, kind, name, identity.
    InvalidAnnotation,  ///< An ordering annotation must be edited.
    InvalidExpression,  ///< A JSONPath or a wait expression must be edited.
    PoisonPill,         ///< Reading the content ended the operator, again and again.
    SourceNotFound,     ///< A ConfigMap, Secret or key that the Release names is not there (yet).
    ServiceAccountNotFound,  ///< The account that is to write the objects does not exist.
    UnknownKind,             ///< Neither the cluster nor the release knows this kind (yet).
    NamespaceNotFound,       ///< Neither the cluster nor the release has this namespace (yet).
    NotFound,                ///< The API server has no such object.
    AlreadyExists,           ///< The name is taken.
    OwnedByAnother,          ///< The object belongs to somebody else; it is not touched.
    Conflict,                ///< Someone else changed the object first; look again, decide again.
    FieldConflict,           ///< Another field manager owns a field that this release sets.
    Forbidden,               ///< RBAC says no; an administrator must act.
    Unauthorized,            ///< The credentials were not accepted.
    QuotaExceeded,           ///< A ResourceQuota says no; room must be made.
    ImmutableField,          ///< The change touches a field that cannot change.
    Rejected,                ///< The API server or a webhook refused the object as it is.
    WebhookUnavailable,      ///< An admission webhook did not answer; it may come up.
    TooLarge,                ///< A limit of size is exceeded.
    Expired,                 ///< The resourceVersion is too old; list again.
    Throttled,               ///< The server asks to come back later.
    Unavailable,             ///< The API server or a source did not answer; wait and try again.
    Timeout,                 ///< The time given was not enough.
    ObjectFailed,            ///< An object of the release failed for good.
    HookFailed,              ///< A hook failed.
    HookOutcomeUnknown,      ///< Nobody can know whether a hook succeeded.
    Internal,                ///< A defect of the operator; please report it.
};

struct Error {
    ErrorKind kind;
    std::string message;
    /// The server's Retry-After: not before this long from now.
    std::optional<std::chrono::milliseconds> retry_after{};
};

/// The CamelCase word used both as condition reason and as metric label.
std::string_view reason(ErrorKind kind);

/// The kind whose reason() is `word`; nothing for a word that is none.
std::optional<ErrorKind> error_kind(std::string_view word);

/// True where only an edit of the Release or of what it names can help.
bool needs_an_edit(ErrorKind kind);

/// True where the same request may well succeed a little later, with nobody doing anything.
bool is_transient(ErrorKind kind);

/// The same error, with what was being done or where it was put in front: "<context>: <message>".
Error in_context(std::string_view context, Error error);

}  // namespace slipway
