#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule mistyped_dependency{
    .id = "SLW046",
    .severity = Severity::Warning,
    .title = "an external dependency of a type that nobody knows",
    .elsewhere = "nelm fails when its turn comes",
    .remedy = "the type as kubectl knows it: secret, deployments.apps",
};

}  // namespace slipway::dialect::rules
