/// What became of a connection, in words that an administrator can act on.
///
/// The library's own reason follows in parentheses: it is what a search engine knows.
#pragma once

#include <string>

#include <boost/system/error_code.hpp>

#include "core/base/error.hpp"

namespace slipway::http {

/// Unavailable (Timeout where time ran out): why a request or a stream died under way.
Error transport_error(const boost::system::error_code& code);

/// Unavailable: why no TLS connection came about. `verdict` is SSL_get_verify_result: if it is not
/// X509_V_OK, the server's certificate is at fault. `name` is the one the certificate had to carry.
Error handshake_error(const boost::system::error_code& code, long verdict, const std::string& name);

}  // namespace slipway::http
