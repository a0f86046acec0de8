#include "core/base/base64.hpp"

#include <openssl/evp.h>

namespace slipway {

std::string base64(std::string_view bytes) {
    // EVP_EncodeBlock counts in int; manifests are limited far below that (1.5 MiB an object).
    constexpr std::size_t block = 3U << 20U;
    std::string text;
    for (std::size_t from = 0; from < bytes.size(); from += block) {
        const std::string_view piece = bytes.substr(from, block);
        std::string encoded((piece.size() + 2) / 3 * 4 + 1, '\0');
        const int written = EVP_EncodeBlock(
            reinterpret_cast<unsigned char*>(encoded.data()),
            reinterpret_cast<const unsigned char*>(piece.data()),
            static_cast<int>(piece.size())
        );
        text.append(encoded, 0, static_cast<std::size_t>(written));
    }
    return text;
}

std::optional<std::string> base64_decoded(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::string bytes(text.size() / 4 * 3, '\0');
    const int written = EVP_DecodeBlock(
        reinterpret_cast<unsigned char*>(bytes.data()),
        reinterpret_cast<const unsigned char*>(text.data()),
        static_cast<int>(text.size())
    );
    if (written < 0) return std::nullopt;
    // EVP_DecodeBlock counts the padding as zero bytes.
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    bytes.resize(static_cast<std::size_t>(written) - padding);
    return bytes;
}

}  // namespace slipway
