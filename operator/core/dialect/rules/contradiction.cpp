#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule contradiction{
    .id = "SLW008",
    .severity = Severity::Warning,
    .title = "two dialects that contradict each other on one object",
    .elsewhere = "each tool reads its own annotation and never sees the other",
    .remedy = "only one of both",
};

}  // namespace slipway::dialect::rules
