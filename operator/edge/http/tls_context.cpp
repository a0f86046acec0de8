#include "edge/http/tls_context.hpp"

#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "core/base/text.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using asio::ssl::context;
using Code = boost::system::error_code;

Error unreadable(std::string_view what, std::string_view reason) {
    return {ErrorKind::Unavailable, format("{} is not usable PEM ({})", what, reason)};
}

Result<void> trust(context& tls, const std::string& authorities) {
    if (authorities.empty()) {
        return Error{
            ErrorKind::Unavailable,
            "no certificate authority is configured for the API server, so nobody can be trusted"};
    }
    Code code;
    tls.add_certificate_authority(asio::buffer(authorities), code);
    if (code) return unreadable("the API server's certificate authority", code.message());
    // What is configured is an anchor even if it is not self-signed, as for kubectl.
    X509_STORE_set_flags(SSL_CTX_get_cert_store(tls.native_handle()), X509_V_FLAG_PARTIAL_CHAIN);
    return {};
}

Result<void> present(context& tls, const TlsMaterial& material) {
    if (material.client_certificate.empty()) return {};
    Code code;
    tls.use_certificate_chain(asio::buffer(material.client_certificate), code);
    if (code) return unreadable("the client certificate", code.message());
    tls.use_private_key(asio::buffer(material.client_key), context::pem, code);
    if (code) return unreadable("the client certificate's key", code.message());
    return {};
}

/// Server name indication; SSL_set_tlsext_host_name is a macro with a cast that we do not allow.
bool ask_for(SSL* session, std::string name) {
    return SSL_ctrl(
               session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()
           ) == 1;
}

}  // namespace

Result<TlsContext> tls_context(const TlsMaterial& material) {
    auto tls = std::make_shared<context>(context::tls_client);
    SSL_CTX_set_min_proto_version(tls->native_handle(), TLS1_2_VERSION);
    // Many watches lie idle: their buffers are given back meanwhile.
    SSL_CTX_set_mode(tls->native_handle(), SSL_MODE_RELEASE_BUFFERS);
    tls->set_verify_mode(asio::ssl::verify_peer);
    TRY(trust(*tls, material.certificate_authority));
    TRY(present(*tls, material));
    return tls;
}

TlsContext no_tls() { return std::make_shared<context>(context::tls_client); }

Result<TlsContext> NewestTls::of(const TlsMaterial& material) {
    if (context_ && material_ == material) return context_;
    context_ = TRY(tls_context(material));
    material_ = material;
    return context_;
}

Result<void> insist_on_name(SSL* session, const std::string& name) {
    boost::system::error_code not_an_address;
    asio::ip::make_address(name, not_an_address);
    bool accepted = true;
    if (not_an_address) {
        SSL_set_hostflags(
            session, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS
        );
        accepted = SSL_set1_host(session, name.c_str()) == 1 && ask_for(session, name);
    } else {
        accepted = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name.c_str()) == 1;
    }
    if (accepted) return {};
    return Error{ErrorKind::Unavailable, format("{} is no name a certificate can have", name)};
}

}  // namespace slipway::http
