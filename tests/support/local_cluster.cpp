#include "support/local_cluster.hpp"

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include <openssl/ssl.h>
#include <unistd.h>

#include "core/base/text.hpp"
#include "edge/cluster/credentials.hpp"
#include "edge/cluster/kubeconfig.hpp"
#include "support/catch.hpp"

namespace slipway::test {
namespace {

namespace fs = std::filesystem;

const std::string sources = SLIPWAY_SOURCE_DIR;
const std::string system_namespace = "slipway-system";

std::string value_of(const std::string& file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(key + "=")) return line.substr(key.size() + 1);
    }
    return {};
}

std::string kubectl_path(const std::string& folder) {
    const auto environment =
        run_command({"bash", sources + "/tests/cluster/cluster.sh", "env", folder}).output;
    const auto found = run_command({"bash", "-c", environment + "\ncommand -v kubectl"}).output;
    return std::string(trimmed(found));
}

/// Asks of each object that comes, so that nothing is missed however short it lasts.
class Waiting final : public ports::WatchSink {
public:
    using Question = std::function<bool(const std::optional<Object>&)>;

    explicit Waiting(Question holds) : holds_(std::move(holds)) {}

    void on_object(const Object& object) override { ask(object); }
    void on_left(const ObjectId&, const std::string&) override { ask(std::nullopt); }
    void on_synced() override {
        if (!saw_any_) ask(std::nullopt);
    }
    void on_trouble(const Error&) override {}

    bool wait(Duration patience) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return answered_; });
    }

private:
    void ask(const std::optional<Object>& object) {
        const std::lock_guard lock(mutex_);
        saw_any_ = true;
        if (answered_ || !holds_(object)) return;
        answered_ = true;
        changed_.notify_all();
    }

    const Question holds_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool saw_any_ = false;
    bool answered_ = false;
};

}  // namespace

const Kind& kind_of(const std::string& group, const std::string& kind) {
    const Kind* found = KindCatalog::built_in().find({group, kind});
    REQUIRE(found != nullptr);
    return *found;
}

LocalCluster& LocalCluster::shared() {
    // Its cleanup at exit comes after the end of what was made later: the client's thread still
    // holds some of its memory.
    OPENSSL_init_ssl(0, nullptr);
    static LocalCluster cluster;
    return cluster;
}

LocalCluster::LocalCluster() {
    std::string folder = (fs::temp_directory_path() / "slipway-test-XXXXXX").string();
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    process_ = std::make_unique<Process>(
        std::vector<std::string>{"bash", sources + "/tests/cluster/cluster.sh", "run", folder_},
        folder_ + "/run.log",
        true
    );
    const std::string line = process_->read_line();
    if (line != "ready") {
        std::ifstream log(folder_ + "/run.log");
        std::stringstream text;
        text << log.rdbuf();
        FAIL("the local cluster did not come up: " << text.str());
    }
    connect();
    kubectl({"apply", "--server-side", "-f", sources + "/crds/slipway.dev_releases.yaml"});
    wait_until_established("releases.slipway.dev");
    for (const auto* file :
         {"namespace", "service_account", "rbac", "rbac_watch", "rbac_watch_secrets"}) {
        kubectl({"apply", "-f", sources + "/deploy/" + file + ".yaml"});
    }
}

LocalCluster::~LocalCluster() {
    api_.reset();
    client_.reset();
    process_.reset();
    std::error_code ignored;
    if (std::getenv("SLIPWAY_KEEP") == nullptr) fs::remove_all(folder_, ignored);
}

void LocalCluster::connect() {
    const auto access = cluster::kubeconfig_access(kubeconfig(), "");
    REQUIRE(access);
    const auto credentials =
        std::make_shared<cluster::FileCredentials>(access->credentials, clock_);
    client_ = http::Client::start({.endpoint = access->endpoint}, credentials);
    gate_.open_for_good();
    api_ = std::make_unique<cluster::KubeCluster>(*client_, gate_, clock_);
}

std::string LocalCluster::api_server() const {
    return value_of(folder_ + "/cluster.env", "API_SERVER");
}

Finished LocalCluster::kubectl(
    std::vector<std::string> command, const std::string& input, bool must
) const {
    static const std::string path = kubectl_path(folder_);
    command.insert(command.begin(), {path, "--kubeconfig", kubeconfig()});
    const auto finished = run_command(command, input);
    if (must && finished.exit_code != 0) FAIL(join(command, " ") << "\n" << finished.output);
    return finished;
}

void LocalCluster::wait_until_established(const std::string& definition) const {
    const std::vector<std::string> wait{
        "wait", "--for=condition=Established", "crd/" + definition, "--timeout=30s"};
    // kubectl gives up on a definition that has no conditions yet, in its first milliseconds.
    constexpr int patience = 5;
    for (int attempt = 1; attempt < patience; ++attempt) {
        if (kubectl(wait, "", false).exit_code == 0) return;
    }
    kubectl(wait);
}

void LocalCluster::apply(const std::string& manifests) const {
    kubectl({"apply", "--server-side", "--force-conflicts", "-f", "-"}, manifests);
}

std::optional<Object> LocalCluster::find(const ObjectId& id) {
    const auto found = api_->get(ports::Identity::itself(), kind_of(id.group, id.kind), id);
    if (found) return *found;
    INFO(found.error().message);
    REQUIRE(found.error().kind == ErrorKind::NotFound);
    return std::nullopt;
}

bool LocalCluster::wait_for_event(
    const std::string& in_namespace, const std::string& reason, const std::string& text
) {
    const Kind event{
        .group = "events.k8s.io", .version = "v1", .kind = "Event", .plural = "events"};
    constexpr auto patience = std::chrono::seconds(5);
    const auto says_so = [&](const std::optional<Object>& told) {
        return told && told->text("/reason") == reason &&
               told->text("/note").find(text) != std::string::npos;
    };
    return wait_until(event, {.in_namespace = in_namespace}, says_so, patience);
}

std::vector<Object> LocalCluster::stored_secrets(const std::string& release_uid) {
    const auto found = api_->list(
        ports::Identity::itself(),
        kind_of("", "Secret"),
        {.in_namespace = system_namespace, .labels = "slipway.dev/store-of=" + release_uid}
    );
    REQUIRE(found);
    return *found;
}

void LocalCluster::control(const std::string& what, const std::string& component) const {
    const auto done =
        run_command({"bash", sources + "/tests/cluster/cluster.sh", what, folder_, component});
    INFO(done.output);
    REQUIRE(done.exit_code == 0);
}

std::string LocalCluster::make_namespace(const std::string& prefix) {
    const std::string name = format("{}-{}", prefix, ++namespaces_);
    add_namespace(name);
    return name;
}

void LocalCluster::add_namespace(const std::string& name) const {
    apply(format(
        R"(
apiVersion: v1
kind: Namespace
metadata: {{name: {0}}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {{name: deployer, namespace: {0}}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {{name: deployer, namespace: {0}}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin}}
subjects: [{{kind: ServiceAccount, name: deployer, namespace: {0}}}]
)",
        name
    ));
}

bool LocalCluster::wait_until(
    const Kind& kind,
    const ObjectId& id,
    const std::function<bool(const std::optional<Object>&)>& holds,
    Duration patience
) {
    const auto waiting = std::make_shared<Waiting>(holds);
    const auto watch = api_->watch(
        ports::Identity::itself(), kind, {.in_namespace = id.in_namespace, .name = id.name}, waiting
    );
    return waiting->wait(patience);
}

}  // namespace slipway::test
