/// How long a broken watch waits before it tries again, by what broke it.
#pragma once

#include <optional>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "edge/cluster/backoff.hpp"

namespace slipway::cluster {

class WatchPatience {
public:
    /// The watch runs since `now`.
    void opened(Time now);
    bool is_open() const { return opened_at_.has_value(); }
    /// It ended without anybody being to blame, or must list again: at once, unless it hardly ran.
    Duration after_end(Time now);
    /// True where a watch that was refused so must list before it goes on.
    static bool asks_for_list(const Error& error);
    /// It, or the list before it, failed.
    Duration after(const Error& error, Time now);

private:
    Duration after_unknown_kind(Time now);
    Duration after_refusal(Time now);
    /// How long it ran, once only: a failure right after has not run at all.
    Duration ran(Time now);

    Backoff ordinary_{std::chrono::milliseconds(800), std::chrono::seconds(30)};
    // A kind may be Established a moment before every server serves it.
    Backoff impatient_{std::chrono::milliseconds(10), std::chrono::seconds(1)};
    std::optional<Time> opened_at_{};
    std::optional<Time> unknown_since_{};
    std::optional<Time> forbidden_since_{};
};

}  // namespace slipway::cluster
