#include "support/audit_log.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace slipway::test {
namespace {

using nlohmann::json;

constexpr const char* policy = R"(apiVersion: audit.k8s.io/v1
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

std::string text(const json& document, const char* pointer) {
    const json::json_pointer where(pointer);
    return document.contains(where) ? document.at(where).get<std::string>() : std::string();
}

AuditEvent event_of(const json& document) {
    const json::json_pointer code("/responseStatus/code");
    const bool is_received = document.at("stage") == "RequestReceived";
    const Instant received = instant_of(text(document, "/requestReceivedTimestamp"));
    return {
        .stage = text(document, "/stage"),
        .verb = text(document, "/verb"),
        .user = text(document, "/user/username"),
        .group = text(document, "/objectRef/apiGroup"),
        .resource = text(document, "/objectRef/resource"),
        .subresource = text(document, "/objectRef/subresource"),
        .in_namespace = text(document, "/objectRef/namespace"),
        .name = text(document, "/objectRef/name"),
        .code = document.contains(code) ? document.at(code).get<int>() : 0,
        .received = received,
        .at = is_received ? received : instant_of(text(document, "/stageTimestamp")),
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

std::string begin_audit() {
    std::string folder = std::filesystem::temp_directory_path() / "slipway-audit-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no folder for the audit log");
    const std::string policy_file = folder + "/policy.yaml";
    const std::string log_file = folder + "/audit.log";
    std::ofstream(policy_file) << policy;
    std::ofstream touched(log_file);
    const std::string flags =
        "--audit-policy-file=" + policy_file + " --audit-log-path=" + log_file;
    setenv("SLIPWAY_APISERVER_FLAGS", flags.c_str(), 1);
    return log_file;
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

}  // namespace slipway::test
