#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule pulled_forward{
    .id = "SLW026",
    .severity = Severity::Warning,
    .title = "an object in a later group than what comes after it",
    .elsewhere = "nelm looks for dependencies in one stage only; kapp and cli-utils know no groups",
    .remedy = "a group number that is not above those of what comes after it",
};

}  // namespace slipway::dialect::rules
