#include <algorithm>
#include <utility>

#include "edge/cluster/backoff.hpp"
#include "edge/cluster/lease.hpp"

namespace slipway::cluster {

LeaseElection::LeaseElection(
    http::Client& client,
    const ports::Clock& clock,
    WriteGate& gate,
    LeaseSettings settings,
    Listener listener
)
    : gate_(gate),
      retry_period_(settings.retry_period),
      candidate_(client, clock, gate, std::move(settings)),
      listener_(std::move(listener)),
      thread_([this] { compete(); }) {}

LeaseElection::~LeaseElection() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    stop_asked_.notify_all();
    thread_.join();
}

void LeaseElection::compete() {
    Duration asked{};
    do {
        const auto attempt = candidate_.attempt();
        tell(attempt);
        asked = attempt ? Duration{} : attempt.error().retry_after.value_or(Duration{});
    } while (rest(asked));
    // A lease that cannot be given back expires.
    tell(candidate_.release());
}

void LeaseElection::tell(const Result<void>& attempt) {
    const bool leads = gate_.is_open();
    if (std::exchange(leads_, leads) != leads && listener_.on_change) listener_.on_change(leads);
    const auto trouble = attempt ? std::nullopt : std::optional(attempt.error().kind);
    if (std::exchange(trouble_, trouble) != trouble && trouble && listener_.on_trouble) {
        listener_.on_trouble(attempt.error());
    }
}

bool LeaseElection::rest(Duration asked) {
    std::unique_lock lock(mutex_);
    const Duration wait = std::max(asked, random_between(retry_period_, retry_period_ * 6 / 5));
    return !stop_asked_.wait_for(lock, wait, [this] { return is_stopping_; });
}

}  // namespace slipway::cluster
