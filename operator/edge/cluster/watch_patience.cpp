#include "edge/cluster/watch_patience.hpp"

#include <algorithm>

#include "edge/cluster/server_return.hpp"

namespace slipway::cluster {
namespace {

using namespace std::chrono_literals;

constexpr Duration healthy = 2min;
constexpr Duration hardly = 5s;
constexpr Duration until_an_administrator_acts = 30s;
constexpr Duration until_a_new_kind_is_served = 30s;

}  // namespace

void WatchPatience::opened(Time now) {
    opened_at_ = now;
    unknown_since_.reset();
    forbidden_since_.reset();
    impatient_.reset();
}

Duration WatchPatience::ran(Time now) {
    const Duration ran = opened_at_ ? now - *opened_at_ : Duration::zero();
    opened_at_.reset();
    if (ran >= healthy) ordinary_.reset();
    return ran;
}

Duration WatchPatience::after_end(Time now) {
    return ran(now) >= hardly ? Duration::zero() : ordinary_.next();
}

bool WatchPatience::asks_for_list(const Error& error) {
    return error.kind == ErrorKind::Expired || error.kind == ErrorKind::Forbidden ||
           error.kind == ErrorKind::UnknownKind;
}

Duration WatchPatience::after(const Error& error, Time now) {
    if (error.kind == ErrorKind::Expired)
        return std::max(after_end(now), error.retry_after.value_or(Duration::zero()));
    ran(now);
    if (error.kind == ErrorKind::UnknownKind) return after_unknown_kind(now);
    if (error.kind == ErrorKind::Forbidden) return after_refusal(now);
    return std::max(ordinary_.next(), error.retry_after.value_or(Duration::zero()));
}

Duration WatchPatience::after_unknown_kind(Time now) {
    if (!unknown_since_) unknown_since_ = now;
    const bool is_new = now - *unknown_since_ < until_a_new_kind_is_served;
    return is_new ? impatient_.next() : ordinary_.next();
}

Duration WatchPatience::after_refusal(Time now) {
    if (!forbidden_since_) forbidden_since_ = now;
    if (now - *forbidden_since_ < until_roles_are_read) return ordinary_.next();
    return random_between(until_an_administrator_acts, until_an_administrator_acts * 5 / 4);
}

}  // namespace slipway::cluster
