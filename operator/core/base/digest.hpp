/// The digest of content: what decides whether something changed.
#pragma once

#include <string>
#include <string_view>

namespace slipway {

/// "sha256:" and 64 hexadecimal digits.
std::string digest_of(std::string_view content);

}  // namespace slipway
