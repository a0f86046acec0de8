#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule dependency_on_nothing{
    .id = "SLW052",
    .severity = Severity::Warning,
    .title = "a dependency inside the release that nothing of the release matches",
    .elsewhere = "nelm finds nothing and goes on without a word",
    .remedy =
        "what the object is called in these manifests, or <name>.external-dependency.werf.io for "
        "what is outside",
};

}  // namespace slipway::dialect::rules
