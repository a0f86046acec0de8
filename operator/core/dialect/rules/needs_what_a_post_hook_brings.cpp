#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule needs_what_a_post_hook_brings{
    .id = "SLW042",
    .severity = Severity::Warning,
    .title = "an object that only a post-hook of its own release can make ready",
    .elsewhere = "helm install --wait waits until its timeout and never runs the hook",
    .remedy = "slipway.dev/wait: none on it, or a pre-hook or an ordinary object in place of the post-hook",
};

}  // namespace slipway::dialect::rules
