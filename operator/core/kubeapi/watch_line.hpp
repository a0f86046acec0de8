/// One line of a watch: what changed, how far the watch has come, or why it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.hpp"
#include "core/kubeapi/status_error.hpp"
#include "core/model/object.hpp"

namespace slipway::kubeapi {

enum class Change { Added, Modified, Deleted };

struct ObjectChanged {
    Change change;
    Object object;
};

/// Nothing up to this resourceVersion is missing.
struct Bookmark {
    std::string resource_version{};
};

/// 410: what came after our resourceVersion is forgotten; list again.
struct Gone {};

/// The server ends the watch for another reason.
struct Ended {
    Error why;
};

using WatchEvent = std::variant<ObjectChanged, Bookmark, Gone, Ended>;

/// Unavailable: the line is no event. Then one may be missing, and only a new list can tell.
Result<WatchEvent> read_watch_line(std::string_view line, const Asked& asked);

/// A resourceVersion as a number, to compare two of one kind (KEP-5504); nothing where it is
/// opaque.
std::optional<std::uint64_t> version_number(std::string_view resource_version);

}  // namespace slipway::kubeapi
