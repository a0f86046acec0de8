#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule weight_beside_dependency{
    .id = "SLW051",
    .severity = Severity::Warning,
    .title = "a weight on an object that has a dependency inside its release",
    .elsewhere = "nelm drops the weight without a word: the dependency alone decides",
    .remedy = "one of both: werf.io/weight, or werf.io/deploy-dependency-<id>",
};

}  // namespace slipway::dialect::rules
