#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule failures_are_counted{
    .id = "SLW053",
    .severity = Severity::Warning,
    .title = "failures allowed to a Job, or to pods that are never restarted",
    .elsewhere = "nelm counts 0 for them, whatever is written",
    .remedy = "spec.backoffLimit on a Job; here a Job has failed when Kubernetes says so",
};

}  // namespace slipway::dialect::rules
