#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule hook_outlives_release{
    .id = "SLW013",
    .severity = Severity::Info,
    .title = "a hook whose object stays when the release goes",
    .elsewhere = "helm uninstall leaves it too, and does not say so; Slipway lists it as kept",
    .remedy = "helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded",
};

}  // namespace slipway::dialect::rules
