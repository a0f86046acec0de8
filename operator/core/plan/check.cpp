#include "core/plan/check.hpp"

#include <algorithm>
#include <iterator>

#include "core/plan/checks.gen.hpp"

namespace slipway::plan {

void look_for_traps(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) {
    for (const Check* check : checks::all) {
        if (check->look_at != nullptr) check->look_at(sourced, findings);
    }
}

void look_for_traps(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    std::vector<dialect::Finding> found;
    for (const Check* check : checks::all) {
        if (check->look != nullptr) check->look(checkup, found);
    }
    // The plan's own findings are where these go, and what the checks look at.
    findings.insert(
        findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end())
    );
}

std::size_t warnings_in(const Plan& plan) {
    const auto count = std::ranges::count(
        plan.findings,
        dialect::Severity::Warning,
        [](const dialect::Finding& finding) { return finding.rule->severity; }
    );
    return static_cast<std::size_t>(count);
}

dialect::Finding finding_about(
    const dialect::Rule& rule, const SourcedObject& sourced, std::string message
) {
    return {
        .rule = &rule,
        .message = std::move(message),
        .object = sourced.object.title(),
        .place = sourced.place,
    };
}

}  // namespace slipway::plan
