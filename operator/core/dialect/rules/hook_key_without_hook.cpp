#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule hook_key_without_hook{
    .id = "SLW006",
    .severity = Severity::Warning,
    .title = "a hook's weight or delete policy on what is no hook",
    .elsewhere = "Helm ignores it without a word; Argo CD takes the weight for a sync wave",
    .remedy = "helm.sh/hook beside it, or a group number: slipway.dev/phase",
};

}  // namespace slipway::dialect::rules
