#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule namespace_pulled_forward{
    .id = "SLW021",
    .severity = Severity::Warning,
    .title = "a Namespace in a later group than what lies in it",
    .elsewhere = "KOTS and nelm apply the objects first, and fail",
    .remedy = "the number of the first group with an object in it, or a lower one",
};

}  // namespace slipway::dialect::rules
