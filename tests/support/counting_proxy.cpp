#include "support/counting_proxy.hpp"

#include <condition_variable>
#include <optional>

#include "support/local_cluster.hpp"
#include "support/proxied_connection.hpp"

namespace slipway::test {

namespace asio = boost::asio;
using asio::ip::tcp;

/// What passed, and what is to happen at what passes next.
struct CountingProxy::State {
    mutable std::mutex mutex{};
    std::condition_variable changed{};
    std::vector<PassedWrite> writes{};
    std::function<void(const PassedWrite&)> look{};
    std::function<std::optional<ForgedAnswer>(const AskedOfProxy&)> forge{};
    std::optional<Trap> trap{};
    bool has_sprung = false;

    std::size_t add(const PassedWrite& write) {
        const std::lock_guard lock(mutex);
        writes.push_back(write);
        return writes.size() - 1;
    }

    void set(std::size_t number, const PassedWrite& write) {
        const std::lock_guard lock(mutex);
        writes[number] = write;
    }

    /// The trap, where this write at this moment is what it waited for.
    std::optional<Trap> take_trap(Moment moment, const PassedWrite& write) {
        const std::lock_guard lock(mutex);
        if (!trap || trap->moment != moment || !trap->matches(write)) return std::nullopt;
        return std::exchange(trap, std::nullopt);
    }

    void tell_sprung() {
        const std::lock_guard lock(mutex);
        has_sprung = true;
        changed.notify_all();
    }
};

/// Accepts, and runs each connection on a thread of its own.
class CountingProxy::Listener {
public:
    Listener(const LocalCluster& cluster, std::shared_ptr<State> state)
        : state_(std::move(state)),
          server_(tcp::endpoint(asio::ip::make_address("127.0.0.1"), port_of(cluster.api_server()))
          ),
          acceptor_(io_, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0)) {
        facing_clients_.use_certificate_chain_file(cluster.folder() + "/server.crt");
        facing_clients_.use_private_key_file(
            cluster.folder() + "/server.key", asio::ssl::context::pem
        );
        facing_server_.load_verify_file(cluster.folder() + "/ca.crt");
        facing_server_.set_verify_mode(asio::ssl::verify_peer);
        accepting_ = std::thread([this] { accept(); });
    }

    ~Listener() {
        ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
        accepting_.join();
        for_all([](ProxiedConnection& connection) { connection.cut(); });
        for (auto& thread : threads_)
            thread.join();
    }

    std::string address() const {
        return "https://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
    }

private:
    static std::uint16_t port_of(const std::string& url) {
        return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    }

    void accept() {
        for (;;) {
            tcp::socket client(io_);
            boost::system::error_code error;
            acceptor_.accept(client, error);
            if (error) return;
            const auto connection = std::make_shared<ProxiedConnection>(
                std::move(client), ProxySides{facing_clients_, facing_server_, server_}, checks()
            );
            {
                const std::lock_guard lock(mutex_);
                connections_.push_back(connection);
            }
            threads_.emplace_back([connection] { connection->run(); });
        }
    }

    WriteChecks checks() {
        const auto number = std::make_shared<std::size_t>(0);
        return {
            .forge =
                [this](const AskedOfProxy& asked) {
                    std::function<std::optional<ForgedAnswer>(const AskedOfProxy&)> forge;
                    {
                        const std::lock_guard lock(state_->mutex);
                        forge = state_->forge;
                    }
                    return forge ? forge(asked) : std::nullopt;
                },
            .may_be_forwarded =
                [this, number](PassedWrite& write) {
                    *number = state_->add(write);
                    look_at(write);
                    return !springs(Moment::BeforeForwarding, write);
                },
            .is_answered =
                [this, number](PassedWrite& write) {
                    state_->set(*number, write);
                    if (springs(Moment::BeforeAnswering, write)) return Answered::Not;
                    const auto cut = springs(Moment::InMidAnswer, write);
                    if (!cut) return Answered::Whole;
                    return cut == Cut::Nothing ? Answered::HalfThenSilence : Answered::Half;
                }};
    }

    void look_at(const PassedWrite& write) {
        std::function<void(const PassedWrite&)> look;
        {
            const std::lock_guard lock(state_->mutex);
            look = state_->look;
        }
        if (look) look(write);
    }

    std::optional<Cut> springs(Moment moment, const PassedWrite& write) {
        const auto trap = state_->take_trap(moment, write);
        if (!trap) return std::nullopt;
        trap->spring();
        if (trap->cut == Cut::EveryConnection)
            for_all([](ProxiedConnection& connection) { connection.hang_up(); });
        state_->tell_sprung();
        return trap->cut;
    }

    void for_all(const std::function<void(ProxiedConnection&)>& act) {
        const std::lock_guard lock(mutex_);
        for (const auto& connection : connections_) {
            if (const auto alive = connection.lock()) act(*alive);
        }
    }

    std::shared_ptr<State> state_;
    asio::io_context io_{};
    tcp::endpoint server_;
    tcp::acceptor acceptor_;
    asio::ssl::context facing_clients_{asio::ssl::context::tls_server};
    asio::ssl::context facing_server_{asio::ssl::context::tls_client};
    std::mutex mutex_{};
    std::vector<std::weak_ptr<ProxiedConnection>> connections_{};
    std::vector<std::thread> threads_{};
    std::thread accepting_{};
};

CountingProxy::CountingProxy(const LocalCluster& cluster)
    : state_(std::make_shared<State>()), listener_(std::make_unique<Listener>(cluster, state_)) {}

CountingProxy::~CountingProxy() = default;

std::string CountingProxy::address() const { return listener_->address(); }

void CountingProxy::set(Trap trap) {
    const std::lock_guard lock(state_->mutex);
    state_->trap = std::move(trap);
    state_->has_sprung = false;
}

bool CountingProxy::wait_until_sprung(Duration patience) {
    std::unique_lock lock(state_->mutex);
    return state_->changed.wait_for(lock, patience, [&] { return state_->has_sprung; });
}

void CountingProxy::before_each_write(std::function<void(const PassedWrite&)> look) {
    const std::lock_guard lock(state_->mutex);
    state_->look = std::move(look);
}

void CountingProxy::answer_instead(
    std::function<std::optional<ForgedAnswer>(const AskedOfProxy&)> forge
) {
    const std::lock_guard lock(state_->mutex);
    state_->forge = std::move(forge);
}

std::vector<PassedWrite> CountingProxy::writes(const std::string& in_namespace) const {
    const std::lock_guard lock(state_->mutex);
    std::vector<PassedWrite> found;
    for (const PassedWrite& write : state_->writes) {
        if (write.in_namespace == in_namespace && write.resource != "releases")
            found.push_back(write);
    }
    return found;
}

}  // namespace slipway::test
