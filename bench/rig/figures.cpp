#include "rig/figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

#include "core/base/text.hpp"

namespace slipway::bench {

using std::chrono::steady_clock;

namespace {

double status_mib(pid_t process, std::string_view field) {
    std::ifstream lines("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(field)) return std::stod(line.substr(field.size())) / 1024;
    }
    return 0;
}

}  // namespace

double seconds_since(steady_clock::time_point begin) {
    return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

double seconds_of(const std::function<void()>& work) {
    const auto begin = steady_clock::now();
    work();
    return seconds_since(begin);
}

double quantile(std::vector<double> figures, double share) {
    if (figures.empty()) return 0;
    std::sort(figures.begin(), figures.end());
    const double rank = std::ceil(static_cast<double>(figures.size()) * share);
    return figures[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

double median(std::vector<double> figures) { return quantile(std::move(figures), 0.5); }

std::vector<std::vector<double>> in_turns(
    const std::vector<std::function<double()>>& contestants, int times
) {
    std::vector<std::vector<double>> figures(contestants.size());
    for (int round = 0; round < times; ++round) {
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const std::size_t turn = round % 2 == 0 ? i : contestants.size() - 1 - i;
            figures[turn].push_back(contestants[turn]());
        }
    }
    return figures;
}

double cpu_seconds(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string all((std::istreambuf_iterator<char>(file)), {});
    // The name of the program, in brackets, may hold blanks.
    std::istringstream fields(all.substr(all.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i)
        fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double scheduled_seconds(pid_t process) {
    double nanoseconds = 0;
    const std::string tasks = "/proc/" + std::to_string(process) + "/task";
    for (const auto& task : std::filesystem::directory_iterator(tasks)) {
        double ran = 0;
        std::ifstream(task.path() / "schedstat") >> ran;
        nanoseconds += ran;
    }
    return nanoseconds / 1e9;
}

double resident_mib(pid_t process) { return status_mib(process, "VmRSS:"); }

double peak_mib(pid_t process) { return status_mib(process, "VmHWM:"); }

void forget_peak(pid_t process) {
    // proc(5): "To reset the peak resident set size".
    std::ofstream file("/proc/" + std::to_string(process) + "/clear_refs");
    if (!(file << "5" << std::flush)) throw std::runtime_error("the peak cannot be reset");
}

namespace {

std::string verdict(double bar, bool holds) {
    return format("(bar {}{})", bar, holds ? "" : ": MISSED");
}

}  // namespace

std::string against(double figure, double bar) { return verdict(bar, figure <= bar); }

std::string at_least(double figure, double bar) { return verdict(bar, figure >= bar); }

void print(const std::string& scenario, const std::string& figures) {
    std::cout << scenario << " " << figures << std::endl;
}

}  // namespace slipway::bench
