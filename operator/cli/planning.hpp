/// From what a person handed in to the plan: the same steps that the operator takes.
#pragma once

#include "cli/input.hpp"
#include "core/plan/plan.hpp"

namespace slipway::cli {

struct Planned {
    Release release{};
    plan::Content content{};  ///< Resolved.
    KindCatalog kinds{};
    plan::Plan plan{};
};

/// Without a cluster: a kind that neither Kubernetes nor the content's own definitions know is
/// taken for a namespaced one, which a finding says.
Result<Planned> make_plan(const Input& input);

/// read_input and make_plan.
Result<Planned> plan_of(const InputOptions& options, const Call& call);

}  // namespace slipway::cli
