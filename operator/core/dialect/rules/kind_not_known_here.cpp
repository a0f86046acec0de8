#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule kind_not_known_here{
    .id = "SLW031",
    .severity = Severity::Info,
    .title = "a kind that can only be known in a cluster",
    .elsewhere = "the cluster knows whether its objects lie in a namespace, or refuses it",
    .remedy = "its CustomResourceDefinition beside it, to be certain",
};

}  // namespace slipway::dialect::rules
