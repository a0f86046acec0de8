#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule kept_on_deletion{
    .id = "SLW024",
    .severity = Severity::Info,
    .title = "an object that stays when the release goes, as its annotation asks",
    .elsewhere = "every tool keeps it",
    .remedy = "nothing, if that is meant",
};

}  // namespace slipway::dialect::rules
