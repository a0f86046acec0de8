/// What a tool did to the objects of a release, and when, as the API server's audit log has it.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/chart.hpp"
#include "support/audit_log.hpp"

namespace slipway::conformance {

enum class Tool { Helm3, Helm4, Slipway };

struct Act {
    bool deletes = false;  ///< Else it creates.
    std::string type{};    ///< "deployments.apps"
    std::string name{};
    bool of_hook = false;
    int times = 1;  ///< The how manieth act of its kind on this object in this operation.
    test::Instant begun{};
    test::Instant done{};

    /// "deployments.apps web"
    std::string object() const { return type + " " + name; }
    /// "creates deployments.apps web", with "(2)" for the second time.
    std::string text() const;
    /// It had been answered before the other one was asked for.
    bool is_before(const Act& other) const { return done <= other.begun; }
};

using Acts = std::vector<Act>;

/// In the order in which they are played.
inline constexpr std::array<std::string_view, 4> operations{
    "install", "upgrade", "failure", "uninstall"};
/// By operation.
using Record = std::map<std::string, Acts, std::less<>>;

/// The creations and deletions of members of the release by `tool`, among all events.
Acts acts_of(const std::vector<test::AuditEvent>& events, Tool tool, const Members& members);

}  // namespace slipway::conformance
