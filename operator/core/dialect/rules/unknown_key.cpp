#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule unknown_key{
    .id = "SLW010",
    .severity = Severity::Warning,
    .title = "an annotation that looks misspelt",
    .elsewhere = "every tool ignores an annotation that it does not know",
    .remedy = "the key that was meant",
};

}  // namespace slipway::dialect::rules
