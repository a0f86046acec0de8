#include "core/base/digest.hpp"

#include <array>

#include <openssl/sha.h>

namespace slipway {

std::string digest_of(std::string_view content) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> sum{};
    SHA256(reinterpret_cast<const unsigned char*>(content.data()), content.size(), sum.data());
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "sha256:";
    text.reserve(text.size() + 2 * sum.size());
    for (const unsigned char byte : sum) {
        text += digits[byte >> 4U];
        text += digits[byte & 0x0FU];
    }
    return text;
}

}  // namespace slipway
