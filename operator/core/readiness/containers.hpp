/// The container statuses of a pod, read once. Of this room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/model/object.hpp"

namespace slipway::readiness {

struct Exit {
    std::int64_t code = 0;
    std::string reason{};   ///< "OOMKilled", "Error", "Completed".
    std::string message{};  ///< What the container left as its termination message.
    std::optional<Time> at{};

    /// "exit code 3: no such table"
    std::string text() const;
};

struct Container {
    std::string name{};
    bool init = false;
    bool ready = false;
    bool running = false;
    std::optional<Time> running_since{};
    std::int64_t restarts = 0;
    std::string waiting_reason{};
    std::string waiting_message{};
    std::optional<Exit> exit{};       ///< Where it stands terminated.
    std::optional<Exit> last_exit{};  ///< Of the run before.

    /// "container app", "init container wait-for-db"
    std::string title() const;
};

/// Init containers first.
std::vector<Container> containers_of(const Object& pod);

struct FailedExit {
    int code = 0;
    std::string text{};  ///< "container app: exit code 3: no such table"
};

/// Of the first container that ended with an error.
std::optional<FailedExit> failed_exit(const Object& pod);

}  // namespace slipway::readiness
