/// What happened, for people and for monitoring: Events, log lines, metrics.
///
/// Nothing told here decides anything, and no failure to tell it stops a Release.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/model/object_id.hpp"
#include "core/model/release_status.hpp"

namespace slipway::ports {

enum class Severity { Debug, Info, Warning, Error };

/// The Release that something happened to, or its Namespace where that goes away: no Event can be
/// written in there any more.
struct Subject {
    ObjectId id{};
    std::string uid{};
};

class Recorder {
public:
    virtual ~Recorder() = default;
    /// A line in the operator's log; `release` "shop/web" or "".
    virtual void log(Severity severity, std::string_view release, std::string_view message) = 0;
    /// An Event of events.k8s.io/v1 regarding the Release, and a log line. Repeats are aggregated.
    virtual void event(
        const Subject& release,
        bool warning,
        std::string_view reason,
        std::string_view action,
        std::string_view note
    ) = 0;
    /// One reconcile of a Release took this long and ended so.
    virtual void reconciled(std::string_view result, Duration took) = 0;
    virtual void failed(ErrorKind kind) = 0;
    virtual void phase_changed(std::string_view release, std::optional<ReleasePhase> phase) = 0;
    virtual void queue_depth(std::size_t depth) = 0;
    virtual void leading(bool is_leader) = 0;
};

}  // namespace slipway::ports
