#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule kind_with_a_known_name{
    .id = "SLW015",
    .severity = Severity::Info,
    .title = "a custom kind that is called like one of Kubernetes'",
    .elsewhere = "Helm, nelm and KOTS order by the name of the kind alone; so does Slipway",
    .remedy = "a group number, where its place in the order of kinds is the wrong one",
};

}  // namespace slipway::dialect::rules
