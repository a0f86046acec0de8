#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule hooks_in_order_of_names{
    .id = "SLW016",
    .severity = Severity::Info,
    .title = "hooks of one weight that run in the order of their names, against that of their kinds",
    .elsewhere = "Helm's pages say that the kind decides; its code takes the name first",
    .remedy = "weights that say the order",
};

}  // namespace slipway::dialect::rules
