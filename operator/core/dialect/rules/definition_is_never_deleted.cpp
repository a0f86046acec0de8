#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule definition_is_never_deleted{
    .id = "SLW012",
    .severity = Severity::Warning,
    .title = "a delete policy on a hook that is a CustomResourceDefinition",
    .elsewhere = "Helm never deletes definitions by policy, without a word; nor does Slipway",
    .remedy = "no policy, or a hook that is a Job and deletes it",
};

}  // namespace slipway::dialect::rules
