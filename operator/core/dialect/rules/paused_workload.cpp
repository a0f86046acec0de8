#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule paused_workload{
    .id = "SLW019",
    .severity = Severity::Info,
    .title = "a Deployment that is paused, and so is not waited for",
    .elsewhere = "Helm does not wait for it either; nelm waits until its timeout",
    .remedy = "spec.paused: false, to have it rolled out and waited for",
};

}  // namespace slipway::dialect::rules
