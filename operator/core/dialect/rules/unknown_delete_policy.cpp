#include "core/dialect/rule.hpp"

namespace slipway::dialect::rules {

extern const Rule unknown_delete_policy{
    .id = "SLW002",
    .severity = Severity::Warning,
    .title = "a hook delete policy that no tool knows",
    .elsewhere =
        "Helm keeps the word and never acts on it; where it is the only one, nothing is deleted "
        "before the next run either, which then fails or runs against what is left",
    .remedy = "before-hook-creation, hook-succeeded or hook-failed, separated by commas",
};

}  // namespace slipway::dialect::rules
