#include "core/kubeapi/refusal_text.hpp"

#include <map>

#include "core/base/text.hpp"

namespace slipway::kubeapi {
namespace {

constexpr std::size_t told_bytes = 1000;
constexpr std::size_t cause_bytes = 300;
constexpr std::size_t listed_causes = 10;

/// Both validations that a server runs on one field may say the same.
void append_once(std::vector<std::string>& all, std::string text) {
    for (const auto& known : all) {
        if (known == text) return;
    }
    if (all.size() < listed_causes) all.push_back(std::move(text));
}

/// "conflict with \"kubectl\" using apps/v1" names the manager in quotes.
std::string quoted(const std::string& text) {
    const auto start = text.find('"');
    if (start == std::string::npos) return "another one";
    const auto end = text.find('"', start + 1);
    return text.substr(start, end == std::string::npos ? end : end - start + 1);
}

/// The path of "failed to create typed patch object (/s; /v1, Kind=Secret): .data.k: expected ...".
std::string typed_path(const std::string& message) {
    const auto start = message.find("): .");
    if (start == std::string::npos) return {};
    const auto path = start + 3;
    return message.substr(path, message.find(':', path) - path);
}

}  // namespace

std::string abridged(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return std::string(text);
    std::size_t tail = text.size() - bytes * 2 / 3;
    const auto continues = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    while (tail < text.size() && continues(tail))
        ++tail;
    return shortened(text, bytes / 3) + " " + std::string(text.substr(tail));
}

std::string told(const Status& status) {
    std::vector<std::string> pieces;
    for (const Cause& cause : status.causes) {
        const std::string where = cause.field.empty() ? "" : cause.field + ": ";
        append_once(pieces, where + abridged(cause.message, cause_bytes));
    }
    if (!pieces.empty()) return shortened(join(pieces, "; "), told_bytes);
    if (!status.message.empty()) return abridged(status.message, told_bytes);
    return format("it answered {} without saying why", status.code);
}

std::string told_of_secret(const Status& status) {
    std::vector<std::string> places;
    for (const Cause& cause : status.causes) {
        if (!cause.field.empty()) append_once(places, cause.field);
    }
    if (places.empty()) append_once(places, typed_path(status.message));
    const std::string where = places.front().empty() ? "" : " at " + join(places, ", ");
    return format(
        "{} {}{} (the server's words are left out, for they may quote the Secret)",
        status.code,
        status.reason.empty() ? "error" : status.reason,
        where
    );
}

std::string field_owners(const Status& status) {
    std::map<std::string, std::vector<std::string>> by_manager;
    for (const Cause& cause : status.causes) {
        if (cause.reason != "FieldManagerConflict") continue;
        append_once(by_manager[quoted(cause.message)], cause.field);
    }
    std::vector<std::string> owners;
    for (const auto& [manager, owned] : by_manager) {
        append_once(owners, format("manager {} owns {}", manager, join(owned, ", ")));
    }
    return shortened(join(owners, "; "), told_bytes);
}

}  // namespace slipway::kubeapi
