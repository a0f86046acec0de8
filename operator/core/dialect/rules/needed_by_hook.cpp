#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule needed_by_hook{
    .id = "SLW022",
    .severity = Severity::Warning,
    .title = "a hook that needs a definition or a Namespace of the release",
    .elsewhere = "Helm runs the hook first, and fails",
    .remedy =
        "a definition in crds/ of the chart, a Namespace outside the release, or a hook of their "
        "own with a lower weight",
};

}  // namespace slipway::dialect::rules
