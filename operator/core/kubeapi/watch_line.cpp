#include "core/kubeapi/watch_line.hpp"

#include <charconv>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/kubeapi/answer.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::kubeapi {
namespace {

using nlohmann::json;

Error unreadable(const Asked& asked) {
    return {
        ErrorKind::Unavailable,
        format("the watch of {} told something that cannot be read; listing again", asked.text())};
}

std::optional<Change> change(std::string_view type) {
    if (type == "ADDED") return Change::Added;
    if (type == "MODIFIED") return Change::Modified;
    if (type == "DELETED") return Change::Deleted;
    return std::nullopt;
}

WatchEvent ending(const json& status, const Asked& asked) {
    const auto code = fields::number(status, "code");
    if (code == 410 || fields::text(status, "reason") == "Expired") return Gone{};
    return Ended{error_of({.status = code, .body = status.dump()}, asked)};
}

WatchEvent bookmark(const json& object) {
    const json* metadata = fields::find(object, "metadata");
    if (metadata == nullptr) return Bookmark{};
    return Bookmark{fields::text(*metadata, "resourceVersion")};
}

}  // namespace

Result<WatchEvent> read_watch_line(std::string_view line, const Asked& asked) {
    json event = json::parse(line, nullptr, false);
    if (!event.is_object() || !event.contains("object")) return unreadable(asked);
    const auto type = fields::text(event, "type");
    json& object = event["object"];
    if (type == "BOOKMARK") return bookmark(object);
    if (type == "ERROR") return ending(object, asked);
    const auto changed = change(type);
    if (!changed) return unreadable(asked);
    auto read = as_object(std::move(object), asked.kind);
    if (!read) return unreadable(asked);
    return WatchEvent(ObjectChanged{*changed, std::move(*read)});
}

std::optional<std::uint64_t> version_number(std::string_view resource_version) {
    std::uint64_t number = 0;
    const char* end = resource_version.data() + resource_version.size();
    const auto [stop, failure] = std::from_chars(resource_version.data(), end, number);
    if (failure != std::errc{} || stop != end) return std::nullopt;
    return number;
}

}  // namespace slipway::kubeapi
