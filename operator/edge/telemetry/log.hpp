/// The operator's log: one line of JSON for each thing said, on stderr.
///
/// {"time":"2026-11-20T20:44:16.250000Z","level":"info","release":"shop/web","message":"..."};
/// `release` is left out of lines that concern none.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string_view>

#include "ports/clock.hpp"
#include "ports/recorder.hpp"

namespace spdlog {
class logger;
}

namespace slipway::telemetry {

/// "debug", "info", "warning" or "error"; nothing for another word.
std::optional<ports::Severity> severity(std::string_view word);
std::string_view word(ports::Severity severity);

class Log {
public:
    /// Says what is at least as severe as `least`. `clock` outlives the log.
    Log(const ports::Clock& clock, ports::Severity least);
    /// Writes to `out` instead of stderr.
    Log(const ports::Clock& clock, ports::Severity least, std::ostream& out);

    /// `release` "shop/web" or "". Whole lines, whoever else writes at the same time; bytes that
    /// are not UTF-8 are replaced.
    void line(ports::Severity severity, std::string_view release, std::string_view message);

private:
    const ports::Clock& clock_;
    std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace slipway::telemetry
