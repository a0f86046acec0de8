/// What is measured: runs of the things compared, taken in turns, and their medians.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace slipway::bench {

constexpr int rounds = 5;

double seconds_since(std::chrono::steady_clock::time_point begin);
/// How long `work` took.
double seconds_of(const std::function<void()>& work);

/// Of any number of figures, by the nearest rank: the 0.99 quantile of fewer than a hundred is
/// their maximum, and that of 0.5 the median.
double quantile(std::vector<double> figures, double share);
double median(std::vector<double> figures);

/// Takes each of the contestants once a round, in turns, so that what the machine does meanwhile
/// meets all of them; the order changes from round to round.
std::vector<std::vector<double>> in_turns(
    const std::vector<std::function<double()>>& contestants, int times = rounds
);

/// Of a process, as the kernel counts them.
double cpu_seconds(pid_t process);
/// The same by the scheduler's clock, to the nanosecond: for processes that do next to nothing.
double scheduled_seconds(pid_t process);
double resident_mib(pid_t process);
/// The most that was resident since `forget_peak`.
double peak_mib(pid_t process);
void forget_peak(pid_t process);

/// What the figure is held against: "(bar 1.35)", or "(bar 1.35: MISSED)".
std::string against(double figure, double bar);
/// The same where it is to be as much.
std::string at_least(double figure, double bar);

/// One line on stdout, "B1 ratio=1.08 slipway=0.71s", which docs/performance.md takes too.
void print(const std::string& scenario, const std::string& figures);

}  // namespace slipway::bench
