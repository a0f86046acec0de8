/// What the API server says it did, and when: its audit log, on the server's own clock.
#pragma once

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

namespace slipway::test {

using Instant = std::chrono::sys_time<std::chrono::microseconds>;

struct AuditEvent {
    std::string stage{};  ///< RequestReceived or ResponseComplete.
    std::string verb{};
    std::string user{};   ///< Who sent it, not whom it was sent for.
    std::string group{};  ///< Of the API.
    std::string resource{};
    std::string subresource{};
    std::string in_namespace{};
    std::string name{};
    int code = 0;
    Instant received{};
    Instant at{};

    bool is_done() const { return stage == "ResponseComplete"; }
    bool is_write() const { return verb != "get" && verb != "list" && verb != "watch"; }
    bool is_the_operators() const { return user.ends_with(":slipway-operator"); }
};

/// Tells the API servers that are started from now on to write one. Returns its file, in a folder
/// of its own, which is the caller's to remove.
std::string begin_audit();

class AuditLog {
public:
    explicit AuditLog(const std::string& file);

    /// What was written since the last call.
    std::vector<AuditEvent> read();

private:
    std::ifstream lines_;
    std::string rest_{};
};

/// "2026-11-20T20:44:16.123456Z".
Instant instant_of(const std::string& text);
double seconds_between(Instant begin, Instant end);

}  // namespace slipway::test
