/// An HTTP server whose behaviour a test writes as a script, on 127.0.0.1 and a free port.
///
/// Blocking, one thread per connection, so that a script reads from top to bottom. Every wait in it
/// ends after ten seconds. Certificates are made when they are needed and never touch a disk.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace slipway::test {

template <auto release>
struct Release {
    template <class Thing>
    void operator()(Thing* thing) const {
        release(thing);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509_free>>;
using Memory = std::unique_ptr<BIO, Release<BIO_free_all>>;

/// A certificate and its key, as PEM.
struct Identity {
    std::string certificate{};
    std::string key{};
};

/// Signs certificates for as long as the test runs.
class Authority {
public:
    explicit Authority(std::string name = "test authority") : name_(std::move(name)) {
        certificate_ = make(name_, key_.get(), "", -hour, hour);
    }
    /// One whose own certificate another authority signed.
    Authority(std::string name, const Authority& above) : name_(std::move(name)) {
        certificate_ = above.make(name_, key_.get(), "", -hour, hour);
    }

    std::string certificate() const { return pem(certificate_.get()); }

    /// `alternatives` as openssl.cnf writes them: "IP:127.0.0.1,DNS:localhost".
    Identity issue(const std::string& name, const std::string& alternatives) const {
        return issued(name, alternatives, -hour, hour);
    }
    Identity issue_expired(const std::string& name, const std::string& alternatives) const {
        return issued(name, alternatives, -2 * hour, -hour);
    }
    Identity issue_too_early(const std::string& name, const std::string& alternatives) const {
        return issued(name, alternatives, hour, 2 * hour);
    }

private:
    static constexpr long hour = 3600;

    Identity issued(const std::string& name, const std::string& alternatives, long from, long until)
        const {
        const Key key(EVP_EC_gen("P-256"));
        const auto certificate = make(name, key.get(), alternatives, from, until);
        const Memory text(BIO_new(BIO_s_mem()));
        PEM_write_bio_PrivateKey(text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
        return {.certificate = pem(certificate.get()), .key = content(text.get())};
    }

    Certificate make(
        const std::string& name,
        EVP_PKEY* key,
        const std::string& alternatives,
        long from,
        long until
    ) const {
        Certificate made(X509_new());
        X509_set_version(made.get(), 2);
        ASN1_INTEGER_set(X509_get_serialNumber(made.get()), next_serial());
        X509_gmtime_adj(X509_getm_notBefore(made.get()), from);
        X509_gmtime_adj(X509_getm_notAfter(made.get()), until);
        X509_set_pubkey(made.get(), key);
        call(X509_get_subject_name(made.get()), name);
        call(X509_get_issuer_name(made.get()), name_);
        const bool is_authority = alternatives.empty();
        extend(made.get(), NID_basic_constraints, is_authority ? "critical,CA:TRUE" : "CA:FALSE");
        if (!is_authority) extend(made.get(), NID_subject_alt_name, alternatives);
        X509_sign(made.get(), key_.get(), EVP_sha256());
        return made;
    }

    static long next_serial() {
        static std::atomic<long> serial{1};
        return serial++;
    }

    static void call(X509_NAME* whom, const std::string& name) {
        const std::vector<unsigned char> bytes(name.begin(), name.end());
        const auto size = static_cast<int>(bytes.size());
        X509_NAME_add_entry_by_txt(whom, "CN", MBSTRING_ASC, bytes.data(), size, -1, 0);
    }

    static void extend(X509* made, int extension, const std::string& value) {
        const std::unique_ptr<X509_EXTENSION, Release<X509_EXTENSION_free>> added(
            X509V3_EXT_conf_nid(nullptr, nullptr, extension, value.c_str())
        );
        X509_add_ext(made, added.get(), -1);
    }

    static std::string content(BIO* memory) {
        char* text = nullptr;
        const auto size = BIO_ctrl(memory, BIO_CTRL_INFO, 0, &text);
        return {text, static_cast<std::size_t>(size)};
    }

    static std::string pem(X509* certificate) {
        const Memory text(BIO_new(BIO_s_mem()));
        PEM_write_bio_X509(text.get(), certificate);
        return content(text.get());
    }

    std::string name_;
    Key key_{EVP_EC_gen("P-256")};
    Certificate certificate_{};
};

/// How the server speaks TLS.
struct ServerTls {
    Identity identity;
    std::string client_authority{};  ///< Set: clients must present a certificate signed by it.
    int newest_version = TLS1_3_VERSION;
};

struct ReceivedRequest {
    std::string method{};
    std::string target{};
    std::string head{};  ///< All of it, as it came.
    std::string body{};

    /// "" where there is none.
    std::string header(const std::string& name) const {
        const auto start = head.find("\r\n" + name + ": ");
        if (start == std::string::npos) return "";
        const auto value = start + name.size() + 4;
        return head.substr(value, head.find("\r\n", value) - value);
    }
};

/// One accepted connection, in the hands of the script.
class Peer {
public:
    Peer(int descriptor, int number) : descriptor_(descriptor), number_(number) {
        const timeval patience{.tv_sec = 10, .tv_usec = 0};
        ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        // As Go's servers do; else an answer could still be unsent when the script hangs up.
        const int at_once = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    ~Peer() { close(); }

    /// 1 for the first connection.
    int number() const { return number_; }

    bool shake_hands(SSL_CTX* context) {
        session_.reset(SSL_new(context));
        SSL_set_fd(session_.get(), descriptor_);
        return SSL_accept(session_.get()) == 1;
    }

    /// The common name of the client's certificate, "" without one.
    std::string client_name() const {
        const Certificate certificate(SSL_get1_peer_certificate(session_.get()));
        if (!certificate) return "";
        std::string name(100, '\0');
        const auto size = X509_NAME_get_text_by_NID(
            X509_get_subject_name(certificate.get()), NID_commonName, name.data(), 100
        );
        return name.substr(0, static_cast<std::size_t>(size));
    }

    /// The name that the client asked for (SNI), "" without one.
    std::string asked_name() const {
        const auto* name = SSL_get_servername(session_.get(), TLSEXT_NAMETYPE_host_name);
        return name == nullptr ? "" : name;
    }

    /// Nothing once the client has closed the connection.
    std::optional<ReceivedRequest> read_head() {
        auto end = received_.find("\r\n\r\n");
        while (end == std::string::npos) {
            if (!receive()) return std::nullopt;
            end = received_.find("\r\n\r\n");
        }
        ReceivedRequest request{.head = received_.substr(0, end + 2)};
        received_.erase(0, end + 4);
        const auto first = request.head.find(' ');
        const auto second = request.head.find(' ', first + 1);
        request.method = request.head.substr(0, first);
        request.target = request.head.substr(first + 1, second - first - 1);
        return request;
    }

    std::optional<ReceivedRequest> read_request() {
        auto request = read_head();
        if (!request) return std::nullopt;
        std::size_t size = 0;
        const auto length = request->header("Content-Length");
        std::from_chars(length.data(), length.data() + length.size(), size);
        while (received_.size() < size) {
            if (!receive()) return std::nullopt;
        }
        request->body = received_.substr(0, size);
        received_.erase(0, size);
        return request;
    }

    /// False once the client is gone.
    bool write(std::string_view text) {
        while (!text.empty()) {
            const auto wanted = static_cast<int>(std::min<std::size_t>(text.size(), 1U << 14));
            const auto sent =
                session_
                    ? SSL_write(session_.get(), text.data(), wanted)
                    : static_cast<int>(::send(
                          descriptor_, text.data(), static_cast<std::size_t>(wanted), MSG_NOSIGNAL
                      ));
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    void respond(int status, std::string_view body = "", std::string_view headers = "") {
        std::string text = "HTTP/1.1 " + std::to_string(status) + " Said\r\n";
        text.append(headers);
        text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
        text.append(body);
        write(text);
    }

    void begin_chunks(int status = 200) {
        write(
            "HTTP/1.1 " + std::to_string(status) +
            " Said\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
    }

    /// An empty chunk is the end of the body. False once the client is gone.
    bool chunk(std::string_view text) {
        std::string size(16, '0');
        const auto end = std::to_chars(size.data(), size.data() + size.size(), text.size(), 16);
        size.resize(static_cast<std::size_t>(end.ptr - size.data()));
        return write(size + "\r\n" + std::string(text) + "\r\n");
    }

    /// Until the client hangs up, or the server is destroyed. False: neither came.
    bool wait_for_close() {
        while (receive()) {
            received_.clear();
        }
        return !gave_up_;
    }

    /// No more will be said; what the client still says can be read.
    void stop_talking() {
        if (session_) SSL_shutdown(session_.get());
        ::shutdown(descriptor_, SHUT_WR);
    }

    /// Hangs up: orderly if all was read, else with a reset, as the kernel does.
    void close() {
        if (session_) SSL_shutdown(session_.get());
        hang_up();
    }

    /// Ends TCP without the farewell of TLS: as whoever cuts the wire.
    void vanish() {
        ::shutdown(descriptor_, SHUT_RDWR);
        hang_up();
    }

    void reset() {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        hang_up();
    }

    /// From another thread: ends whatever the script waits for.
    void interrupt() {
        const std::lock_guard lock(mutex_);
        if (!is_closed_) ::shutdown(descriptor_, SHUT_RDWR);
    }

private:
    void hang_up() {
        const std::lock_guard lock(mutex_);
        session_.reset();
        if (!std::exchange(is_closed_, true)) ::close(descriptor_);
    }

    bool receive() {
        std::string piece(1U << 14, '\0');
        errno = 0;
        const auto size = session_ ? SSL_read(session_.get(), piece.data(), 1 << 14)
                                   : ::recv(descriptor_, piece.data(), piece.size(), 0);
        if (size <= 0) {
            gave_up_ = errno == EAGAIN;
            return false;
        }
        received_.append(piece, 0, static_cast<std::size_t>(size));
        return true;
    }

    int descriptor_;
    int number_;
    std::mutex mutex_{};
    bool is_closed_ = false;
    std::unique_ptr<SSL, Release<SSL_free>> session_{};
    std::string received_{};
    bool gave_up_ = false;
};

class HttpServer {
public:
    using Script = std::function<void(Peer&)>;

    explicit HttpServer(Script script, const std::optional<ServerTls>& tls = {})
        : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        std::signal(SIGPIPE, SIG_IGN);
        if (tls) speak(*tls);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 100) != 0 ||
            ::getsockname(listener_, generic, &size) != 0) {
            throw std::runtime_error("the test server cannot listen");
        }
        port_ = ntohs(address.sin_port);
        accepting_ = std::thread([this] { accept(); });
    }

    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    ~HttpServer() {
        ::shutdown(listener_, SHUT_RDWR);
        accepting_.join();
        ::close(listener_);
        {
            const std::lock_guard lock(mutex_);
            for (const auto& peer : peers_) {
                if (const auto open = peer.lock()) open->interrupt();
            }
        }
        for (auto& thread : threads_) {
            thread.join();
        }
    }

    /// Answers every request of every connection with this.
    static Script answering(int status, std::string body) {
        return [status, body = std::move(body)](Peer& peer) {
            while (peer.read_request()) {
                peer.respond(status, body);
            }
        };
    }

    std::string port() const { return std::to_string(port_); }
    /// How many connections were made to it so far.
    int connections() const { return connections_; }

private:
    void speak(const ServerTls& tls) {
        context_.reset(SSL_CTX_new(TLS_server_method()));
        if (tls.newest_version < TLS1_2_VERSION) {
            SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
            SSL_CTX_set_cipher_list(context_.get(), "ALL:@SECLEVEL=0");
        }
        SSL_CTX_set_max_proto_version(context_.get(), tls.newest_version);
        const Certificate own = read_certificate(tls.identity.certificate);
        const Memory key_text(memory(tls.identity.key));
        const Key key(PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr));
        SSL_CTX_use_certificate(context_.get(), own.get());
        SSL_CTX_use_PrivateKey(context_.get(), key.get());
        if (tls.client_authority.empty()) return;
        const Certificate authority = read_certificate(tls.client_authority);
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context_.get()), authority.get());
        SSL_CTX_set_verify(
            context_.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr
        );
    }

    static BIO* memory(const std::string& text) {
        return BIO_new_mem_buf(text.data(), static_cast<int>(text.size()));
    }

    static Certificate read_certificate(const std::string& pem) {
        const Memory text(memory(pem));
        return Certificate(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
    }

    void accept() {
        while (true) {
            const int descriptor = ::accept(listener_, nullptr, nullptr);
            if (descriptor < 0) return;
            auto peer = std::make_shared<Peer>(descriptor, ++connections_);
            {
                const std::lock_guard lock(mutex_);
                peers_.push_back(peer);
            }
            threads_.emplace_back([this, peer = std::move(peer)] {
                if (!context_ || peer->shake_hands(context_.get())) script_(*peer);
            });
        }
    }

    Script script_;
    int listener_;
    std::uint16_t port_ = 0;
    std::unique_ptr<SSL_CTX, Release<SSL_CTX_free>> context_{};
    std::atomic<int> connections_{0};
    std::mutex mutex_{};
    std::list<std::weak_ptr<Peer>> peers_{};
    std::list<std::thread> threads_{};
    std::thread accepting_{};
};

}  // namespace slipway::test
