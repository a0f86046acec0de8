/// The documents that the command writes for machines; docs/cli.md describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/planning.hpp"

namespace slipway::cli {

/// Keys stand in the order in which people read them.
using nlohmann::ordered_json;

ordered_json plan_document(const Planned& planned);
ordered_json findings_document(const std::vector<dialect::Finding>& findings);
/// One entry for each line of the error's message.
ordered_json errors_document(const Error& error);

/// Indented, with a line end. Bytes that are no UTF-8 are replaced.
std::string text_of(const ordered_json& document);

}  // namespace slipway::cli
