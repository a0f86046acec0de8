#include "edge/runtime/status_writing.hpp"

#include <nlohmann/json.hpp>

namespace slipway::runtime {
namespace {

/// Until when what is told keeps, as mere progress written too early; nothing where it is due.
std::optional<Time> keeps_until(const Hands& hands, const Session& session) {
    const auto& written = session.written_status;
    if (!written || differs_beyond_progress(written->status, *session.told)) return std::nullopt;
    const Time due = written->at + hands.progress_pause;
    return due > hands.clock.now() ? std::optional(due) : std::nullopt;
}

}  // namespace

Result<std::optional<Time>> write_status(const Hands& hands, Session& session, const Object& live) {
    if (!session.told) return std::optional<Time>();
    auto& written = session.written_status;
    if (!written && live.has("/status")) {
        const nlohmann::json& status = *live.at("/status");
        written = {.status = status_from_json(status), .text = status.dump()};
    }
    if (written && written->status == *session.told) return std::optional<Time>();
    if (const auto due = keeps_until(hands, session)) return due;
    const nlohmann::json status = to_json(*session.told);
    const std::string text = status.dump();
    if (written && written->text == text) return std::optional<Time>();
    TRY(hands.cluster.write_status(live.id(), live.uid(), status));
    written = {.status = *session.told, .text = text, .at = hands.clock.now()};
    return std::optional<Time>();
}

}  // namespace slipway::runtime
