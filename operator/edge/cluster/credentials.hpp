/// Who we are to the API server: certificates and tokens, read again as they are rotated.
///
/// Files are read again when what was read is a minute old (client-go does so, too), and at once
/// after the server refused it; so rotation needs no restart.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "edge/http/client.hpp"
#include "ports/clock.hpp"

namespace slipway::cluster {

/// A text that is given as it is, or stands in a file. Neither: there is none.
struct TextSource {
    std::string text{};
    std::string path{};

    bool is_given() const { return !text.empty() || !path.empty(); }
};

struct CredentialSources {
    TextSource certificate_authority{};
    TextSource client_certificate{};
    TextSource client_key{};
    TextSource token{};
};

/// Where a cluster is, and with what it is entered.
struct Access {
    http::Endpoint endpoint{};
    CredentialSources credentials{};
    std::string in_namespace{};  ///< Where commands work that name no namespace; "" is none.
};

class FileCredentials final : public http::Credentials {
public:
    /// `clock` must outlive it.
    FileCredentials(CredentialSources sources, const ports::Clock& clock);

    Result<http::TlsMaterial> tls() override;
    Result<std::string> bearer_token() override;
    void refused() override;

private:
    struct Reading {
        std::string text{};
        Time read_at{};
    };

    Result<std::string> read(const TextSource& source);

    const CredentialSources sources_;
    const ports::Clock& clock_;
    std::mutex mutex_;
    std::map<std::string, Reading> read_;  ///< By path.
};

/// The whole file. SourceNotFound names it and says why it cannot be read.
Result<std::string> file_text(const std::string& path);

}  // namespace slipway::cluster
