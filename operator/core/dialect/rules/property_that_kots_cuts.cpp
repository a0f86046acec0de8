#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule property_that_kots_cuts{
    .id = "SLW061",
    .severity = Severity::Warning,
    .title = "a property that KOTS cuts at a comma or an equals sign inside of it",
    .elsewhere = "KOTS splits at every comma and at the first equals sign, and then fails or waits for ever",
    .remedy = "slipway.dev/wait-for, where only Slipway is to understand it",
};

}  // namespace slipway::dialect::rules
