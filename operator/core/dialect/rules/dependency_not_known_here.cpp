#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule dependency_not_known_here{
    .id = "SLW047",
    .severity = Severity::Info,
    .title = "an external dependency of a type that can only be known in a cluster",
    .elsewhere = "nelm looks it up when its turn comes, and fails where there is none",
    .remedy = "nothing, if its definition will be there by then",
};

}  // namespace slipway::dialect::rules
