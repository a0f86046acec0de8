#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule about_a_terminal{
    .id = "SLW017",
    .severity = Severity::Info,
    .title = "an annotation about what a command prints on a terminal",
    .elsewhere = "helm and nelm print logs, or leave them out",
    .remedy = "nothing: it does no harm",
};

}  // namespace slipway::dialect::rules
