#include "core/base/error.hpp"

#include <array>
#include <utility>

namespace slipway {
namespace {

constexpr std::array reasons{
    std::pair{ErrorKind::InvalidSpec, std::string_view("InvalidSpec")},
    std::pair{ErrorKind::InvalidManifest, std::string_view("InvalidManifest")},
    std::pair{ErrorKind::InvalidAnnotation, std::string_view("InvalidAnnotation")},
    std::pair{ErrorKind::InvalidExpression, std::string_view("InvalidExpression")},
    std::pair{ErrorKind::PoisonPill, std::string_view("PoisonPill")},
    std::pair{ErrorKind::SourceNotFound, std::string_view("SourceNotFound")},
    std::pair{ErrorKind::ServiceAccountNotFound, std::string_view("ServiceAccountNotFound")},
    std::pair{ErrorKind::UnknownKind, std::string_view("UnknownKind")},
    std::pair{ErrorKind::NamespaceNotFound, std::string_view("NamespaceNotFound")},
    std::pair{ErrorKind::NotFound, std::string_view("NotFound")},
    std::pair{ErrorKind::AlreadyExists, std::string_view("AlreadyExists")},
    std::pair{ErrorKind::OwnedByAnother, std::string_view("OwnedByAnother")},
    std::pair{ErrorKind::Conflict, std::string_view("Conflict")},
    std::pair{ErrorKind::FieldConflict, std::string_view("FieldConflict")},
    std::pair{ErrorKind::Forbidden, std::string_view("Forbidden")},
    std::pair{ErrorKind::Unauthorized, std::string_view("Unauthorized")},
    std::pair{ErrorKind::QuotaExceeded, std::string_view("QuotaExceeded")},
    std::pair{ErrorKind::ImmutableField, std::string_view("ImmutableField")},
    std::pair{ErrorKind::Rejected, std::string_view("Rejected")},
    std::pair{ErrorKind::WebhookUnavailable, std::string_view("WebhookUnavailable")},
    std::pair{ErrorKind::TooLarge, std::string_view("TooLarge")},
    std::pair{ErrorKind::Expired, std::string_view("Expired")},
    std::pair{ErrorKind::Throttled, std::string_view("Throttled")},
    std::pair{ErrorKind::Unavailable, std::string_view("Unavailable")},
    std::pair{ErrorKind::Timeout, std::string_view("Timeout")},
    std::pair{ErrorKind::ObjectFailed, std::string_view("ObjectFailed")},
    std::pair{ErrorKind::HookFailed, std::string_view("HookFailed")},
    std::pair{ErrorKind::HookOutcomeUnknown, std::string_view("HookOutcomeUnknown")},
    std::pair{ErrorKind::Internal, std::string_view("Internal")},
};

}  // namespace

std::string_view reason(ErrorKind kind) {
    for (const auto& [known, word] : reasons) {
        if (known == kind) return word;
    }
    return "Internal";
}

std::optional<ErrorKind> error_kind(std::string_view word) {
    for (const auto& [kind, known] : reasons) {
        if (known == word) return kind;
    }
    return std::nullopt;
}

bool needs_an_edit(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::InvalidSpec:
        case ErrorKind::InvalidManifest:
        case ErrorKind::InvalidAnnotation:
        case ErrorKind::InvalidExpression:
        case ErrorKind::PoisonPill:
        case ErrorKind::TooLarge:
        case ErrorKind::ImmutableField: return true;
        default: return false;
    }
}

bool is_transient(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Conflict:
        case ErrorKind::Expired:
        case ErrorKind::Throttled:
        case ErrorKind::Unavailable:
        case ErrorKind::Unauthorized:
        case ErrorKind::WebhookUnavailable:
        case ErrorKind::Timeout: return true;
        default: return false;
    }
}

Error in_context(std::string_view context, Error error) {
    error.message = std::string(context) + ": " + error.message;
    return error;
}

}  // namespace slipway
