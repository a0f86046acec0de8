#include "core/base/text.hpp"

#include "cli/format.hpp"

namespace slipway::cli::formats {
namespace {

std::string write(const Planned& planned, const Paint& paint) {
    return format("digest {}\n{}", planned.plan.digest, plan::explain(planned.plan, paint));
}

}  // namespace

extern const Format text{.name = "text", .write = write, .is_graph = true};

}  // namespace slipway::cli::formats
