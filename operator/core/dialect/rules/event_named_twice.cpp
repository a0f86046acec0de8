#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule event_named_twice{
    .id = "SLW011",
    .severity = Severity::Warning,
    .title = "a hook that names one event twice",
    .elsewhere = "Helm runs it twice in that event; so does Slipway",
    .remedy = "each event once, unless it is meant",
};

}  // namespace slipway::dialect::rules
