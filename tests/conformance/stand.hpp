/// The cluster on which each tool plays the same operations, one tool after the other.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/acts.hpp"
#include "conformance/chart.hpp"
#include "support/audit_log.hpp"
#include "support/local_cluster.hpp"
#include "support/running_operator.hpp"

namespace slipway::conformance {

/// What a tool did, and where it came to no good end although it should have.
struct Played {
    Record record{};
    std::map<std::string, std::string, std::less<>> refusals{};  ///< What was said, by operation.

    /// This operation, or one before it.
    bool had_refused(std::string_view operation) const;
};

class Stand {
public:
    Stand();
    ~Stand();
    Stand(const Stand&) = delete;
    Stand& operator=(const Stand&) = delete;

    /// Installs, upgrades, fails where the chart can, and uninstalls; then takes away what is left,
    /// so that the next tool begins where this one did.
    Played play(Tool tool, const Chart& chart);

private:
    class Round;

    test::Finished helm(Tool tool, const std::vector<std::string>& arguments) const;
    /// What the chart is rendered to: the same objects for all tools.
    std::string rendered(const Chart& chart, int revision) const;

    std::string audit_file_;
    std::unique_ptr<test::LocalCluster> cluster_;
    std::unique_ptr<test::AuditLog> audit_;
    std::unique_ptr<test::RunningOperator> operator_;
    std::string helm3_;
    std::string helm4_;
};

}  // namespace slipway::conformance
