/// How long to wait before the next try: longer each time, and never the same for two operators.
#pragma once

#include "core/base/time.hpp"

namespace slipway::cluster {

/// At random from [0, 1). From any thread.
double chance();

/// Evenly at random from [shortest, longest].
Duration random_between(Duration shortest, Duration longest);

class Backoff {
public:
    /// The n-th wait lies between first * 2^n and `stretch` times that; 2^n stops at `longest`.
    Backoff(Duration first, Duration longest, double stretch = 2.0)
        : first_(first), longest_(longest), stretch_(stretch), next_(first) {}

    Duration next();
    void reset() { next_ = first_; }

private:
    Duration first_;
    Duration longest_;
    double stretch_;
    Duration next_;
};

}  // namespace slipway::cluster
