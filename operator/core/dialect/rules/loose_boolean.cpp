#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule loose_boolean{
    .id = "SLW007",
    .severity = Severity::Warning,
    .title = "a boolean that only nearly says true",
    .elsewhere = "KOTS knows the exact text \"true\" alone, and takes this for false",
    .remedy = "\"true\"",
};

}  // namespace slipway::dialect::rules
