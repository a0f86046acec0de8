/// Whom a TLS connection trusts, what it presents, and which name it insists on.
#pragma once

#include <string>
#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "core/base/result.hpp"
#include "edge/http/client.hpp"

namespace slipway::http {

/// TLS 1.2 or later; nobody but the material's authorities is trusted. Unavailable: what of the
/// material cannot be read.
Result<boost::asio::ssl::context> tls_context(const TlsMaterial& material);

/// A context that trusts nobody, where there is no TLS at all.
boost::asio::ssl::context no_tls();

/// Makes the handshake fail unless the certificate carries `name`, a DNS name or an IP address, as
/// a subject alternative name; the common name does not count, as for kubectl.
Result<void> insist_on_name(SSL* session, const std::string& name);

}  // namespace slipway::http
