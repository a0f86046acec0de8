#include <nlohmann/json.hpp>

#include "cli/format.hpp"
#include "cli/json.hpp"
#include "core/manifest/yaml_text.hpp"

namespace slipway::cli::formats {
namespace {

std::string write(const Planned& planned, const Paint&) {
    return manifest::yaml_text(plan_document(planned));
}

}  // namespace

extern const Format yaml{.name = "yaml", .write = write};

}  // namespace slipway::cli::formats
