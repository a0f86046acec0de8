#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule path_that_kots_never_finds{
    .id = "SLW060",
    .severity = Severity::Warning,
    .title = "a property whose path KOTS does not find",
    .elsewhere = "KOTS waits for ever (a path without a leading dot), or fails (one in braces)",
    .remedy = "the path with a leading dot and without braces: .status.phase=Running",
};

}  // namespace slipway::dialect::rules
