/// Whether the API server has only just come back.
///
/// One that has just started serves before it has read the roles, and refuses (403) whoever depends
/// on RBAC until then: a refusal that soon after it was away is no verdict. Safe to use from
/// several threads.
#pragma once

#include <atomic>

#include "core/base/error.hpp"
#include "ports/clock.hpp"

namespace slipway::cluster {

constexpr Duration until_roles_are_read = std::chrono::seconds(10);

class ServerReturn {
public:
    /// `clock` must outlive it.
    explicit ServerReturn(const ports::Clock& clock) : clock_(clock) {}

    /// How a request went that got no answer.
    void note(const Error& error) {
        if (error.kind == ErrorKind::Unavailable) seen_away_ = clock_.now();
    }

    /// What a refusal means now: asking again helps while the server has only just come back.
    Error judged(Error error) const {
        if (error.kind != ErrorKind::Forbidden ||
            clock_.now() - seen_away_.load() > until_roles_are_read)
            return error;
        error.kind = ErrorKind::Unavailable;
        error.message += " (the API server has just come back: this is not its last word)";
        return error;
    }

private:
    const ports::Clock& clock_;
    std::atomic<Time> seen_away_{Time{}};
};

}  // namespace slipway::cluster
