#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule definition_pulled_forward{
    .id = "SLW020",
    .severity = Severity::Warning,
    .title = "a definition in a later group than its custom resources",
    .elsewhere = "KOTS and nelm apply the custom resources first, and fail",
    .remedy = "the number of the first group with such a custom resource, or a lower one",
};

}  // namespace slipway::dialect::rules
