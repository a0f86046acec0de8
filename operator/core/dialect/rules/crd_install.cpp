#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule crd_install{
    .id = "SLW003",
    .severity = Severity::Warning,
    .title = "the hook crd-install of Helm 2",
    .elsewhere = "Helm 3 and 4 drop the whole object without a word",
    .remedy = "no annotation: definitions come before what needs them by themselves",
};

}  // namespace slipway::dialect::rules
