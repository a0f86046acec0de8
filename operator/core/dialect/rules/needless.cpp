#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule needless{
    .id = "SLW054",
    .severity = Severity::Info,
    .title = "an annotation against what does not happen here",
    .elsewhere = "nelm counts a readiness probe that fails as a failure",
    .remedy = "nothing: it does no harm",
};

}  // namespace slipway::dialect::rules
