#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule waits_for_more_than_presence{
    .id = "SLW050",
    .severity = Severity::Info,
    .title = "an external dependency that is waited for until it is ready",
    .elsewhere = "nelm waits until it is there, werf's pages say ready",
    .remedy = "<name>.external-dependency.werf.io/state: present, to wait until it is there",
};

}  // namespace slipway::dialect::rules
