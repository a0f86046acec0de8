#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule test_left_out{
    .id = "SLW018",
    .severity = Severity::Info,
    .title = "a test, which is no part of a release",
    .elsewhere = "helm test runs it, when it is called",
    .remedy = "nothing, if it is meant for helm test alone",
};

}  // namespace slipway::dialect::rules
