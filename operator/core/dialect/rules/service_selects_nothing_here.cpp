#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule service_selects_nothing_here{
    .id = "SLW045",
    .severity = Severity::Info,
    .title = "a Service whose selector matches no pod template of the release",
    .elsewhere = "it is ready without endpoints; KOTS' wait-for-ready waits for them for ever",
    .remedy = "the labels of the pods, if they are meant to be of this release",
};

}  // namespace slipway::dialect::rules
