#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule loosely_kept{
    .id = "SLW014",
    .severity = Severity::Warning,
    .title = "a resource policy that only nearly says keep",
    .elsewhere = "Helm keeps the object when the release is uninstalled, and deletes it when it leaves the chart",
    .remedy = "\"keep\", in small letters and without blanks",
};

}  // namespace slipway::dialect::rules
