#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule unknown_resource_policy{
    .id = "SLW004",
    .severity = Severity::Warning,
    .title = "a resource policy that has no effect",
    .elsewhere =
        "Helm neither deletes the object with the release nor says that it is kept; nelm refuses "
        "what it does not know",
    .remedy = "\"keep\", or no annotation",
};

}  // namespace slipway::dialect::rules
