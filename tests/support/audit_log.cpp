#include "rig/audit_log.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace slipway::bench {
namespace {

using nlohmann::json;

std::string text(const json& document, const char* pointer) {
    const json::json_pointer where(pointer);
    return document.contains(where) ? document.at(where).get<std::string>() : std::string();
}

AuditEvent event_of(const json& document) {
    const json::json_pointer code("/responseStatus/code");
    const bool is_received = document.at("stage") == "RequestReceived";
    return {
        .stage = text(document, "/stage"),
        .verb = text(document, "/verb"),
        .user = text(document, "/user/username"),
        .resource = text(document, "/objectRef/resource"),
        .subresource = text(document, "/objectRef/subresource"),
        .in_namespace = text(document, "/objectRef/namespace"),
        .name = text(document, "/objectRef/name"),
        .code = document.contains(code) ? document.at(code).get<int>() : 0,
        .at =
            instant_of(text(document, is_received ? "/requestReceivedTimestamp" : "/stageTimestamp")
            ),
    };
}

}  // namespace

Instant instant_of(const std::string& text) {
    using namespace std::chrono;
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    char fraction[7] = "000000";
    std::sscanf(
        text.c_str(),
        "%d-%u-%uT%d:%d:%d.%6[0-9]",
        &year,
        &month,
        &day,
        &hour,
        &minute,
        &second,
        fraction
    );
    std::string digits = fraction;
    digits.resize(6, '0');
    return sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day)) +
           hours(hour) + minutes(minute) + seconds(second) + microseconds(std::stoi(digits));
}

double seconds_between(Instant begin, Instant end) {
    return std::chrono::duration<double>(end - begin).count();
}

std::string audit_policy() {
    return R"(apiVersion: audit.k8s.io/v1
kind: Policy
rules:
  - level: None
    resources:
      - {group: coordination.k8s.io}
      - {group: events.k8s.io}
      - {group: "", resources: [events]}
  - level: None
    nonResourceURLs: ["*"]
  - level: Metadata
)";
}

std::string audit_flags(const std::string& policy_file, const std::string& log_file) {
    return "--audit-policy-file=" + policy_file + " --audit-log-path=" + log_file;
}

AuditLog::AuditLog(const std::string& file) : lines_(file) {}

std::vector<AuditEvent> AuditLog::read() {
    std::vector<AuditEvent> events;
    lines_.clear();
    for (std::string line; std::getline(lines_, line);) {
        rest_ += line;
        // The last line may be half written: its end comes with the next call.
        if (lines_.eof()) break;
        const json document = json::parse(rest_);
        rest_.clear();
        if (document.contains("objectRef")) events.push_back(event_of(document));
    }
    return events;
}

}  // namespace slipway::bench
