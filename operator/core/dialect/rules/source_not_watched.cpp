#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule source_not_watched{
    .id = "SLW030",
    .severity = Severity::Warning,
    .title = "a source whose changes are not noticed",
    .elsewhere = "Flux asks again in an interval",
    .remedy =
        "the right to list and watch it for the release's account, or slipway.dev/reconcile-at "
        "after a change",
};

}  // namespace slipway::dialect::rules
