#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule not_of_this_operation{
    .id = "SLW057",
    .severity = Severity::Info,
    .title = "an object that this operation does not deploy",
    .elsewhere =
        "nelm deletes it where an earlier operation deployed it, unless werf.io/ownership is "
        "anyone",
    .remedy = "nothing, if it is meant: what stands in the cluster stays as it is",
};

}  // namespace slipway::dialect::rules
