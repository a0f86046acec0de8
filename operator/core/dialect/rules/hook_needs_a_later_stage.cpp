#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule hook_needs_a_later_stage{
    .id = "SLW040",
    .severity = Severity::Warning,
    .title = "a hook whose pods need what the release brings only later",
    .elsewhere = "Helm and nelm run the hook first; its pods cannot start, and the install fails at its timeout",
    .remedy = "make what it needs a hook of the same event with a lower weight, or the hook a post-install one",
};

}  // namespace slipway::dialect::rules
