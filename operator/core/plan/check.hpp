/// Checks of the linter: what a whole plan shows and no single annotation does.
///
/// To add one, add one file to checks/ and its rule to dialect/rules/.
#pragma once

#include <vector>

#include "core/plan/item.hpp"

namespace slipway::plan {

/// What a check may look at.
struct Checkup {
    const Content& content;
    const Items& items;
    const Frame& frame;
    const Plan& plan;

    const Object& object(const Unit& unit) const { return content.objects[*unit.body].object; }
};

struct Check {
    /// At the whole plan.
    void (*look)(const Checkup& checkup, std::vector<dialect::Finding>& findings) = nullptr;
    /// At one object as it will be applied, when its document is at hand anyway: thousands of them
    /// are not in the processor's cache when the plan is made.
    void (*look_at
    )(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) = nullptr;
};

/// All checks of single objects.
void look_for_traps(const SourcedObject& sourced, std::vector<dialect::Finding>& findings);

/// All checks of whole plans.
void look_for_traps(const Checkup& checkup, std::vector<dialect::Finding>& findings);

/// About one object, at its place.
dialect::Finding finding_about(
    const dialect::Rule& rule, const SourcedObject& sourced, std::string message
);

}  // namespace slipway::plan
