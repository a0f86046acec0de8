/// Base64 as Kubernetes writes Secrets' data: the standard alphabet, padded, on one line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slipway {

std::string base64(std::string_view bytes);

/// The bytes again; nothing where the text is not base64.
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace slipway
