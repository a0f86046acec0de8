#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule dependency_closes_a_circle{
    .id = "SLW059",
    .severity = Severity::Warning,
    .title = "objects that are to be deleted after each other",
    .elsewhere = "nelm refuses the plan",
    .remedy = "one of the werf.io/delete-dependency-<id> less",
};

}  // namespace slipway::dialect::rules
