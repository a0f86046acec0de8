#include "core/plan/plan.hpp"

namespace slipway::plan {

Settings settings_of(const ReleaseSpec& spec) {
    return {
        .wait = spec.wait,
        .strict = spec.strict,
        .prune = spec.prune,
        .deletion_force = spec.deletion_force,
    };
}

}  // namespace slipway::plan
