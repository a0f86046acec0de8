#include "cli/json.hpp"

#include <nlohmann/json.hpp>

#include "cli/format.hpp"

namespace slipway::cli::formats {
namespace {

std::string write(const Planned& planned, const Paint&) { return text_of(plan_document(planned)); }

}  // namespace

extern const Format json{.name = "json", .write = write, .tells_errors = true};

}  // namespace slipway::cli::formats
