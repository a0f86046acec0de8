/// Whom a TLS connection trusts, what it presents, and which name it insists on.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "core/base/result.hpp"
#include "edge/http/client.hpp"

namespace slipway::http {

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

/// TLS 1.2 or later; nobody but the material's authorities is trusted. Unavailable: what of the
/// material cannot be read.
Result<TlsContext> tls_context(const TlsMaterial& material);

/// A context that trusts nobody, where there is no TLS at all.
TlsContext no_tls();

/// The context of the newest material, which all connections share: one takes 40 KiB, and a
/// millisecond to make. Of one thread.
class NewestTls {
public:
    Result<TlsContext> of(const TlsMaterial& material);

private:
    TlsMaterial material_{};
    TlsContext context_{};
};

/// Makes the handshake fail unless the certificate carries `name`, a DNS name or an IP address, as
/// a subject alternative name; the common name does not count, as for kubectl.
Result<void> insist_on_name(SSL* session, const std::string& name);

}  // namespace slipway::http
