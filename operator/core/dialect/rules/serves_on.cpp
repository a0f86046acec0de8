#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule serves_on{
    .id = "SLW055",
    .severity = Severity::Warning,
    .title = "a delete policy for its end on an object that has none",
    .elsewhere = "nelm deletes it as soon as it is ready, or has failed",
    .remedy = "such policies on Jobs only",
};

}  // namespace slipway::dialect::rules
