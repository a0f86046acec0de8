#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule selector_misses_own_pods{
    .id = "SLW044",
    .severity = Severity::Warning,
    .title = "a workload whose selector does not match its own pod template",
    .elsewhere = "the API server refuses it, in the middle of the operation",
    .remedy = "the same labels in spec.selector.matchLabels and spec.template.metadata.labels",
};

}  // namespace slipway::dialect::rules
