#include "edge/telemetry/process_figures.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace slipway::telemetry {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

/// The part of /proc/self/stat (proc(5)) that is told, in its units.
struct Stat {
    double processor_ticks = 0;  ///< utime and stime
    double started_ticks = 0;    ///< after the boot
    double virtual_bytes = 0;
    double resident_pages = 0;
};

/// Fields count from 1; the second, the command's name, is in brackets and may hold blanks.
std::optional<Stat> read_stat() {
    std::ifstream file("/proc/self/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    std::istringstream rest(text.substr(name_end + 1));
    const std::vector<std::string> fields{std::istream_iterator<std::string>(rest), {}};
    constexpr std::size_t first_field = 3;
    constexpr std::size_t last_needed = 24;
    if (fields.size() <= last_needed - first_field) return std::nullopt;
    const auto field = [&](std::size_t number) { return std::stod(fields[number - first_field]); };
    return Stat{
        .processor_ticks = field(14) + field(15),
        .started_ticks = field(22),
        .virtual_bytes = field(23),
        .resident_pages = field(last_needed),
    };
}

/// Seconds since 1970 at which the machine booted.
std::optional<double> boot_time() {
    std::ifstream file("/proc/stat");
    std::string key;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        double seconds = 0;
        if (words >> key >> seconds && key == "btime") return seconds;
    }
    return std::nullopt;
}

MetricFamily one(const char* name, const char* help, MetricType type, double value) {
    prometheus::ClientMetric metric;
    if (type == MetricType::Counter) {
        metric.counter.value = value;
    } else {
        metric.gauge.value = value;
    }
    return {name, help, type, {metric}};
}

void add_stat(std::vector<MetricFamily>& figures, const Stat& stat) {
    const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    figures.push_back(
        one("process_cpu_seconds_total",
            "Total user and system CPU time spent in seconds.",
            MetricType::Counter,
            stat.processor_ticks / ticks)
    );
    figures.push_back(
        one("process_virtual_memory_bytes",
            "Virtual memory size in bytes.",
            MetricType::Gauge,
            stat.virtual_bytes)
    );
    figures.push_back(
        one("process_resident_memory_bytes",
            "Resident memory size in bytes.",
            MetricType::Gauge,
            stat.resident_pages * static_cast<double>(::sysconf(_SC_PAGESIZE)))
    );
    if (const auto booted = boot_time()) {
        figures.push_back(
            one("process_start_time_seconds",
                "Start time of the process since unix epoch in seconds.",
                MetricType::Gauge,
                *booted + stat.started_ticks / ticks)
        );
    }
}

void add_descriptors(std::vector<MetricFamily>& figures) {
    std::error_code trouble;
    const std::filesystem::directory_iterator open("/proc/self/fd", trouble);
    if (!trouble) {
        figures.push_back(
            one("process_open_fds",
                "Number of open file descriptors.",
                MetricType::Gauge,
                static_cast<double>(std::distance(begin(open), end(open))))
        );
    }
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        figures.push_back(
            one("process_max_fds",
                "Maximum number of open file descriptors.",
                MetricType::Gauge,
                static_cast<double>(limit.rlim_cur))
        );
    }
}

}  // namespace

std::vector<MetricFamily> process_figures() {
    std::vector<MetricFamily> figures;
    if (const auto stat = read_stat()) add_stat(figures, *stat);
    add_descriptors(figures);
    return figures;
}

}  // namespace slipway::telemetry
