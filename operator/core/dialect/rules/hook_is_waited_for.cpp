#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule hook_is_waited_for{
    .id = "SLW058",
    .severity = Severity::Warning,
    .title = "a hook that is not to be waited for",
    .elsewhere = "nelm starts it and goes on",
    .remedy =
        "an ordinary object, or a Job in a later group: a hook is done before the next begins",
};

}  // namespace slipway::dialect::rules
