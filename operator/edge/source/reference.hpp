/// ConfigMaps and Secrets as sources: one key, or every key in name order.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "edge/source/driver.hpp"

namespace slipway::source {

bool refers_to(const SourceSpec& spec, ReferenceSource::From from);

/// Reads the keys under `/data` and, where `decode` gives nothing else, their texts; SourceNotFound
/// names the object or the key, Forbidden the account and what it may not.
Result<std::vector<ports::SourceText>> read_reference(
    const Request& request,
    const std::function<std::optional<std::string>(const std::string&)>& decode
);

}  // namespace slipway::source
