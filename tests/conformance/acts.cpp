#include "conformance/acts.hpp"

#include <set>

#include "core/base/text.hpp"

namespace slipway::conformance {
namespace {

/// Helm works as the cluster's administrator, the operator as its own account.
bool is_by(const test::AuditEvent& event, Tool tool) {
    return tool == Tool::Slipway ? event.is_the_operators() : !event.user.starts_with("system:");
}

bool has_succeeded(const test::AuditEvent& event) {
    return event.is_done() && event.subresource.empty() && event.code < 300;
}

/// Also by server-side apply: the server says 201 where it created.
bool creates(const test::AuditEvent& event) {
    return event.code == 201 && (event.verb == "create" || event.verb == "patch");
}

}  // namespace

std::string Act::text() const {
    const std::string again = times > 1 ? format(" ({})", times) : "";
    return (deletes ? "deletes " : "creates ") + object() + again;
}

Acts acts_of(const std::vector<test::AuditEvent>& events, Tool tool, const Members& members) {
    Acts acts;
    std::map<std::string, int> times;
    std::set<std::string> going;
    for (const test::AuditEvent& event : events) {
        if (!is_by(event, tool) || !has_succeeded(event)) continue;
        const bool deletes = event.verb == "delete";
        if (!deletes && !creates(event)) continue;
        Act act{
            .deletes = deletes,
            .type = event.group.empty() ? event.resource : event.resource + "." + event.group,
            .name = event.name,
            .begun = event.received,
            .done = event.at};
        const auto member = members.find(act.object());
        if (member == members.end()) continue;
        // A deletion that is asked for twice is one.
        if (!deletes) going.erase(act.object());
        if (deletes && !going.insert(act.object()).second) continue;
        act.of_hook = member->second;
        act.times = ++times[act.text()];
        acts.push_back(std::move(act));
    }
    return acts;
}

}  // namespace slipway::conformance
