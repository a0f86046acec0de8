#include "edge/http/transport_error.hpp"

#include <string_view>
#include <utility>

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include "core/base/text.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using HttpError = boost::beast::http::error;

Error unavailable(std::string_view what, std::string_view reason) {
    return {ErrorKind::Unavailable, format("{} ({})", what, reason)};
}

bool is_close(const boost::system::error_code& code) {
    return code == asio::error::eof || code == asio::error::connection_reset ||
           code == asio::error::broken_pipe || code == asio::error::connection_aborted ||
           code == asio::ssl::error::stream_truncated || code == HttpError::end_of_stream;
}

bool is_unreachable(const boost::system::error_code& code) {
    return code == asio::error::host_unreachable || code == asio::error::network_unreachable ||
           code == asio::error::network_down;
}

bool is_unknown_host(const boost::system::error_code& code) {
    return code.category() == asio::error::get_netdb_category() ||
           code.category() == asio::error::get_addrinfo_category();
}

/// With TLS 1.3 a server refuses the client's certificate only after the handshake, by an alert.
std::string_view alert_words(const boost::system::error_code& code) {
    switch (ERR_GET_REASON(static_cast<unsigned long>(code.value()))) {
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
            return "the API server wants a client certificate";
        case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
        case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
        case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
            return "the API server did not accept the client certificate";
        case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        case SSL_R_UNSUPPORTED_PROTOCOL: return "the API server does not offer TLS 1.2 or later";
        case SSL_R_WRONG_VERSION_NUMBER: return "the API server does not speak TLS on this port";
        default: return "the TLS connection failed";
    }
}

std::string verdict_words(long verdict, const std::string& name) {
    switch (verdict) {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        case X509_V_ERR_CERT_UNTRUSTED:
            return "the API server's certificate is not signed by the configured authority";
        case X509_V_ERR_CERT_HAS_EXPIRED: return "the API server's certificate has expired";
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return "the API server's certificate is not valid yet: compare the clocks";
        case X509_V_ERR_HOSTNAME_MISMATCH:
        case X509_V_ERR_IP_ADDRESS_MISMATCH:
            return format("the API server's certificate is for another name than {}", name);
        default: return "the API server's certificate was not accepted";
    }
}

}  // namespace

Error transport_error(const boost::system::error_code& code) {
    const auto reason = code.message();
    if (code == boost::beast::error::timeout) return {ErrorKind::Timeout, "nobody answered"};
    if (is_close(code)) return unavailable("the connection was closed before an answer", reason);
    if (code == HttpError::partial_message) {
        return unavailable("the connection was closed in the middle of the answer", reason);
    }
    if (code == asio::error::connection_refused) {
        return unavailable("connection refused: nothing listens there", reason);
    }
    if (is_unreachable(code)) return unavailable("the host cannot be reached", reason);
    if (is_unknown_host(code)) return unavailable("the host's name is not known", reason);
    if (code.category() == asio::error::get_ssl_category()) {
        return unavailable(alert_words(code), reason);
    }
    if (code.category() == make_error_code(HttpError::bad_version).category()) {
        return unavailable("the answer is not HTTP as it should be", reason);
    }
    return unavailable("the connection failed", reason);
}

Error handshake_error(
    const boost::system::error_code& code, long verdict, const std::string& name
) {
    if (verdict != X509_V_OK) {
        return unavailable(verdict_words(verdict, name), X509_verify_cert_error_string(verdict));
    }
    if (is_close(code)) {
        return unavailable("the connection was closed during the TLS handshake", code.message());
    }
    return transport_error(code);
}

}  // namespace slipway::http
