#include "edge/cluster/backoff.hpp"

#include <algorithm>
#include <random>

namespace slipway::cluster {

double chance() {
    thread_local std::mt19937_64 engine{std::random_device{}()};
    return std::uniform_real_distribution<double>(0.0, 1.0)(engine);
}

Duration random_between(Duration shortest, Duration longest) {
    const auto span = static_cast<double>((longest - shortest).count());
    return shortest + Duration(static_cast<Duration::rep>(span * chance()));
}

Duration Backoff::next() {
    const auto stretched = static_cast<double>(next_.count()) * stretch_;
    const Duration wait = random_between(next_, Duration(static_cast<Duration::rep>(stretched)));
    next_ = std::min(next_ * 2, longest_);
    return wait;
}

}  // namespace slipway::cluster
