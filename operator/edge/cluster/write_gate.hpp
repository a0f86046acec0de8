/// The one place that knows whether this process may write: while its lease is provably held.
///
/// Closes by itself when its time has come, so a process that was stopped and woken, or that cannot
/// reach the API server, finds it closed. Opened by the lease's renewals and by nothing else. Safe
/// to use from several threads.
#pragma once

#include <atomic>

#include "ports/clock.hpp"

namespace slipway::cluster {

class WriteGate {
public:
    /// Closed. `clock` must outlive it.
    explicit WriteGate(const ports::Clock& clock) : clock_(clock) {}

    void open_until(Time time) { open_until_ = time; }
    /// For a process that no other competes with: a command line.
    void open_for_good() { open_until_ = Time::max(); }
    void close() { open_until_ = Time::min(); }

    bool is_open() const { return time_left() > Duration::zero(); }
    /// How long it stays open if nothing happens; zero where it is closed.
    Duration time_left() const {
        const Time until = open_until_;
        const Time now = clock_.now();
        return until > now ? until - now : Duration::zero();
    }

private:
    const ports::Clock& clock_;
    std::atomic<Time> open_until_{Time::min()};
};

}  // namespace slipway::cluster
