/// Which Releases are to be looked at, each at most once at a time.
///
/// A key that is added while it is being worked on comes back once that is done; a key added for
/// later comes at the earliest time that was asked for. Times are the clock's, so tests bring their
/// own.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "ports/clock.hpp"

namespace slipway::runtime {

class WorkQueue {
public:
    /// `told_depth` hears how many keys wait, whenever that may have changed; it must return at
    /// once.
    explicit WorkQueue(
        const ports::Clock& clock, std::function<void(std::size_t)> told_depth = [](std::size_t) {}
    )
        : clock_(clock), told_depth_(std::move(told_depth)) {}

    void add(const std::string& key);
    void add_at(const std::string& key, Time when);

    /// Blocks until a key is due or the queue was closed (then nothing).
    std::optional<std::string> take();
    /// The key taken is done with; what came for it meanwhile makes it due again.
    void done(const std::string& key);

    /// Ends every take(), now and later.
    void close();
    bool is_closed();

private:
    void add_locked(const std::string& key, Time when);
    void line_up_locked(const std::string& key);
    std::optional<std::string> due_locked(Time now);

    const ports::Clock& clock_;
    std::function<void(std::size_t)> told_depth_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Time> waiting_;  ///< Canonical: when each key is due.
    std::set<std::string> taken_;
    std::set<std::pair<Time, std::string>> line_;  ///< What waits and is not taken, by its time.
    bool closed_ = false;
};

}  // namespace slipway::runtime
