#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule ttl_outruns_tracking{
    .id = "SLW043",
    .severity = Severity::Info,
    .title = "a Job that is deleted soon after its end",
    .elsewhere = "Helm counts a hook that is gone as one that succeeded; Argo CD as one that is missing; Slipway withholds the TTL until it has seen the end",
    .remedy = "nothing for Slipway; for other tools a ttlSecondsAfterFinished of some minutes",
};

}  // namespace slipway::dialect::rules
