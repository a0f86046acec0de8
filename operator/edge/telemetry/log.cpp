#include "edge/telemetry/log.hpp"

#include <array>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

namespace slipway::telemetry {
namespace {

using ports::Severity;
using Json = nlohmann::ordered_json;

constexpr std::array severities{
    Severity::Debug, Severity::Info, Severity::Warning, Severity::Error};

spdlog::level::level_enum level(Severity severity) {
    switch (severity) {
        case Severity::Debug: return spdlog::level::debug;
        case Severity::Info: return spdlog::level::info;
        case Severity::Warning: return spdlog::level::warn;
        case Severity::Error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

}  // namespace

std::optional<Severity> severity(std::string_view text) {
    for (const Severity one : severities) {
        if (word(one) == text) return one;
    }
    return std::nullopt;
}

std::string_view word(Severity severity) {
    switch (severity) {
        case Severity::Debug: return "debug";
        case Severity::Info: return "info";
        case Severity::Warning: return "warning";
        case Severity::Error: return "error";
    }
    return "error";
}

Log::Log(const ports::Clock& clock, Severity least) : Log(clock, least, std::cerr) {}

Log::Log(const ports::Clock& clock, Severity least, std::ostream& out)
    : clock_(clock),
      logger_(std::make_shared<spdlog::logger>(
          "slipway", std::make_shared<spdlog::sinks::ostream_sink_mt>(out, true)
      )) {
    logger_->set_pattern("%v");
    logger_->set_level(level(least));
}

void Log::line(Severity severity, std::string_view release, std::string_view message) {
    if (!logger_->should_log(level(severity))) return;
    Json entry{{"time", to_micro_text(clock_.now())}, {"level", word(severity)}};
    if (!release.empty()) entry["release"] = release;
    entry["message"] = message;
    logger_->log(level(severity), entry.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace slipway::telemetry
