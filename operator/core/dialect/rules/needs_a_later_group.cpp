#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule needs_a_later_group{
    .id = "SLW041",
    .severity = Severity::Warning,
    .title = "a workload whose pods need what a later group brings",
    .elsewhere = "nelm and KOTS (with wait-for-ready) wait for pods that cannot start, until a timeout or for ever",
    .remedy = "a number for what it needs that is not above its own",
};

}  // namespace slipway::dialect::rules
