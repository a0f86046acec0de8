#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule number_on_hook{
    .id = "SLW005",
    .severity = Severity::Warning,
    .title = "a group number or a deletion phase on a hook",
    .elsewhere =
        "werf's pages give weights to non-hooks only (nelm takes it for the hook's weight); KOTS "
        "does not know hooks",
    .remedy = "helm.sh/hook-weight for the order among hooks",
};

}  // namespace slipway::dialect::rules
