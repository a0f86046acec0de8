/// Time as a value: core never asks a clock, it is told.
///
/// Durations are written as Go and Kubernetes write them ("90s", "1h30m"), instants as RFC 3339 in
/// UTC, which is what `metav1.Time` and `metav1.MicroTime` hold.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace slipway {

using Duration = std::chrono::milliseconds;
using Time = std::chrono::sys_time<Duration>;

/// "1h30m", "90s", "250ms", "1.5h"; no sign. Error: what is wrong and how a duration is written.
Result<Duration> parse_duration(std::string_view text);

/// The shortest Go form: "1h30m", "90s" is "1m30s", 250 ms is "250ms", zero is "0s".
std::string to_text(Duration duration);

/// "2026-11-20T20:44:16Z", with fractions of a second where the text has them.
Result<Time> parse_time(std::string_view text);

/// RFC 3339 to the second: `metav1.Time`.
std::string to_text(Time time);

/// RFC 3339 with six decimals: `metav1.MicroTime`, as Leases and Events want it.
std::string to_micro_text(Time time);

}  // namespace slipway
