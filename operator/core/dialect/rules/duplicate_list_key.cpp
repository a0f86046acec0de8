#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule duplicate_list_key{
    .id = "SLW025",
    .severity = Severity::Warning,
    .title = "a list that names one key twice (env, ports, imagePullSecrets)",
    .elsewhere =
        "kubectl and Helm 3 apply it, and the last one counts; server-side apply is refused by the "
        "API server",
    .remedy = "each key once",
};

}  // namespace slipway::dialect::rules
