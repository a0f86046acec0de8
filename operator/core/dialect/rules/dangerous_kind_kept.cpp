#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule dangerous_kind_kept{
    .id = "SLW023",
    .severity = Severity::Info,
    .title = "a Namespace, definition or volume claim that stays when the release goes",
    .elsewhere = "Helm and KOTS delete it, and with it what is inside",
    .remedy = "its name in spec.deletion.force, or a deletion phase on it, to have it deleted",
};

}  // namespace slipway::dialect::rules
