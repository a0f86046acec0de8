#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule left_out{
    .id = "SLW056",
    .severity = Severity::Info,
    .title = "an object that its annotation leaves out",
    .elsewhere = "KOTS leaves it out too, and deletes what it deployed of it before",
    .remedy = "nothing, if it is meant",
};

}  // namespace slipway::dialect::rules
