#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule not_honoured{
    .id = "SLW009",
    .severity = Severity::Warning,
    .title = "an annotation that this version does not honour",
    .elsewhere = "its tool obeys it",
    .remedy = "nothing, if the release does well without it",
};

}  // namespace slipway::dialect::rules
