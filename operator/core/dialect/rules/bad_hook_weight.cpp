#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule bad_hook_weight{
    .id = "SLW001",
    .severity = Severity::Warning,
    .title = "a hook weight that is no integer",
    .elsewhere = "Helm takes it for 0 without a word; nelm refuses it",
    .remedy = "an integer in quotes: helm.sh/hook-weight: \"-5\"",
};

}  // namespace slipway::dialect::rules
