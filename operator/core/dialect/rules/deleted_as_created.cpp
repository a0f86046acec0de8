#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule deleted_as_created{
    .id = "SLW062",
    .severity = Severity::Info,
    .title = "deletion phases in the same order as the creation phases",
    .elsewhere = "KOTS deletes ascending as well: what was created first goes first",
    .remedy = "deletion phases that descend where the creation phases ascend",
};

}  // namespace slipway::dialect::rules
