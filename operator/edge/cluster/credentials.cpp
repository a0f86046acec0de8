#include "edge/cluster/credentials.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/text.hpp"

namespace slipway::cluster {
namespace {

constexpr Duration fresh = std::chrono::minutes(1);

}  // namespace

FileCredentials::FileCredentials(CredentialSources sources, const ports::Clock& clock)
    : sources_(std::move(sources)), clock_(clock) {}

Result<http::TlsMaterial> FileCredentials::tls() {
    http::TlsMaterial material;
    material.certificate_authority = TRY(read(sources_.certificate_authority));
    material.client_certificate = TRY(read(sources_.client_certificate));
    material.client_key = TRY(read(sources_.client_key));
    return material;
}

Result<std::string> FileCredentials::bearer_token() {
    return std::string(trimmed(TRY(read(sources_.token))));
}

void FileCredentials::refused() {
    const std::lock_guard lock(mutex_);
    read_.clear();
}

Result<std::string> FileCredentials::read(const TextSource& source) {
    if (source.path.empty()) return source.text;
    const std::lock_guard lock(mutex_);
    const Time now = clock_.now();
    const auto known = read_.find(source.path);
    if (known != read_.end() && now - known->second.read_at < fresh) return known->second.text;
    auto text = file_text(source.path);
    // A file that is being replaced may be gone for a moment; what was valid most likely still is.
    if (!text && known != read_.end()) return known->second.text;
    if (text) read_[source.path] = {.text = *text, .read_at = now};
    return text;
}

Result<std::string> file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.is_open() && !file.bad()) return text;
    const auto why = std::error_code(errno, std::generic_category()).message();
    return Error{ErrorKind::SourceNotFound, format("{} cannot be read: {}", path, why)};
}

}  // namespace slipway::cluster
