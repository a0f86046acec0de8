#include "core/kubeapi/status.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::kubeapi {
namespace {

using nlohmann::json;

// A server that asks to stay away for longer is answered with our own patience.
constexpr std::int64_t longest_wait_seconds = 600;

std::vector<Cause> causes_of(const json& details) {
    std::vector<Cause> causes;
    const json* listed = fields::find(details, "causes");
    if (listed == nullptr || !listed->is_array()) return causes;
    for (const json& cause : *listed) {
        causes.push_back(
            {.reason = fields::text(cause, "reason"),
             .message = fields::text(cause, "message"),
             .field = fields::text(cause, "field")}
        );
    }
    return causes;
}

std::optional<Duration> wait_of(std::int64_t seconds) {
    if (seconds <= 0) return std::nullopt;
    return std::chrono::seconds(std::min(seconds, longest_wait_seconds));
}

void read_details(Status& status, const json& details) {
    status.about = fields::text(details, "name");
    status.about_kind = fields::text(details, "kind");
    status.causes = causes_of(details);
    status.retry_after = wait_of(fields::integer(details, "retryAfterSeconds"));
}

}  // namespace

bool Status::has_cause(std::string_view wanted) const {
    return std::ranges::any_of(causes, [&](const Cause& cause) { return cause.reason == wanted; });
}

bool Status::says(std::string_view words) const {
    if (message.find(words) != std::string::npos) return true;
    return std::ranges::any_of(causes, [&](const Cause& cause) {
        return cause.message.find(words) != std::string::npos;
    });
}

Status read_status(const Response& answer) {
    Status status{.code = answer.status};
    const json document = json::parse(answer.body, nullptr, false);
    if (fields::text(document, "kind") == "Status") {
        status.reason = fields::text(document, "reason");
        status.message = fields::text(document, "message");
        if (const json* details = fields::find(document, "details")) {
            read_details(status, *details);
        }
    }
    const auto seconds = parse_integer(trimmed(answer.header("Retry-After")));
    if (seconds) status.retry_after = wait_of(*seconds);
    return status;
}

}  // namespace slipway::kubeapi
