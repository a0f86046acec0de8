#include "support/local_cluster.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include <unistd.h>

#include "core/base/text.hpp"
#include "core/model/release.hpp"
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

std::string indented(const std::string& text, const std::string& by) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += by + line + "\n";
    return result;
}

/// Signals each change of one object.
class Waiting final : public ports::WatchSink {
public:
    void on_object(const Object& object) override { set(object); }
    void on_left(const ObjectId&, const std::string&) override { set(std::nullopt); }
    void on_synced() override {
        const std::lock_guard lock(mutex_);
        synced_ = true;
        changed_.notify_all();
    }
    void on_trouble(const Error&) override {}

    bool wait(const std::function<bool(const std::optional<Object>&)>& holds, Duration patience) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return synced_ && holds(object_); });
    }

private:
    void set(std::optional<Object> object) {
        const std::lock_guard lock(mutex_);
        object_ = std::move(object);
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Object> object_;
    bool synced_ = false;
};

}  // namespace

const Kind& kind_of(const std::string& group, const std::string& kind) {
    const Kind* found = KindCatalog::built_in().find({group, kind});
    REQUIRE(found != nullptr);
    return *found;
}

LocalCluster& LocalCluster::shared() {
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
    kubectl({"wait", "--for=condition=Established", "crd/releases.slipway.dev", "--timeout=30s"});
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

void LocalCluster::apply(const std::string& manifests) const {
    kubectl({"apply", "--server-side", "--force-conflicts", "-f", "-"}, manifests);
}

std::string LocalCluster::make_namespace(const std::string& prefix) {
    const std::string name = format("{}-{}", prefix, ++namespaces_);
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
    return name;
}

bool LocalCluster::wait_until(
    const Kind& kind,
    const ObjectId& id,
    const std::function<bool(const std::optional<Object>&)>& holds,
    Duration patience
) {
    const auto waiting = std::make_shared<Waiting>();
    const auto watch = api_->watch(
        ports::Identity::itself(), kind, {.in_namespace = id.in_namespace, .name = id.name}, waiting
    );
    return waiting->wait(holds, patience);
}

RunningOperator::RunningOperator(LocalCluster& cluster, OperatorOptions options) {
    static std::atomic<int> count{0};
    const std::string base = format("{}/operator-{}", cluster.folder(), ++count);
    const auto token = cluster.kubectl({"create", "token", "slipway-operator", "-n", system_namespace});
    const std::string server = options.server.empty() ? cluster.api_server() : options.server;
    std::ofstream(base + ".kubeconfig") << format(
        R"(
apiVersion: v1
kind: Config
clusters: [{{name: local, cluster: {{server: "{}", certificate-authority: "{}/ca.crt"}}}}]
users: [{{name: slipway, user: {{token: "{}"}}}}]
contexts: [{{name: local, context: {{cluster: local, user: slipway}}}}]
current-context: local
)",
        server,
        cluster.folder(),
        std::string(trimmed(token.output))
    );
    command_ = {
        SLIPWAY_OPERATOR,
        "--kubeconfig",
        base + ".kubeconfig",
        "--namespace",
        system_namespace,
        "--metrics-port",
        "0",
        "--probe-port",
        "0",
        "--log-level",
        "debug",
        "--lease-duration",
        "3s",
        "--lease-renew",
        "2s",
        "--lease-retry",
        "200ms"};
    command_.insert(command_.end(), options.arguments.begin(), options.arguments.end());
    log_ = base + ".log";
    start_again();
}

void RunningOperator::start_again() { process_ = std::make_unique<Process>(command_, log_); }

ObjectId ReleaseUnderTest::id() const {
    return {
        .group = std::string(release_group),
        .kind = "Release",
        .in_namespace = in_namespace_,
        .name = name_};
}

void ReleaseUnderTest::apply(const std::string& manifests, const std::string& spec) {
    cluster_.apply(format(
        "apiVersion: slipway.dev/v1alpha1\nkind: Release\nmetadata: {{name: {}, namespace: "
        "{}}}\nspec:\n  serviceAccountName: deployer\n{}  sources:\n    - inline: |\n{}",
        name_,
        in_namespace_,
        spec,
        indented(manifests, "        ")
    ));
}

void ReleaseUnderTest::remove() const {
    cluster_.kubectl({"delete", "release", name_, "-n", in_namespace_, "--wait=false"});
}

ReleaseStatus ReleaseUnderTest::status() const {
    const auto live = cluster_.api().get(
        ports::Identity::itself(), kind_of(std::string(release_group), "Release"), id()
    );
    REQUIRE(live);
    return read_metadata(*live).status;
}

bool ReleaseUnderTest::wait_for_status(
    const std::function<bool(const ReleaseStatus&)>& holds, Duration patience
) const {
    return cluster_.wait_until(
        kind_of(std::string(release_group), "Release"),
        id(),
        [&](const std::optional<Object>& live) {
            return live && holds(read_metadata(*live).status);
        },
        patience
    );
}

bool ReleaseUnderTest::wait_for(ReleasePhase phase, int revision, Duration patience) const {
    return wait_for_status(
        [&](const ReleaseStatus& status) {
            return status.phase == phase && (revision == 0 || status.revision == revision);
        },
        patience
    );
}

bool ReleaseUnderTest::wait_until_gone(Duration patience) const {
    return cluster_.wait_until(
        kind_of(std::string(release_group), "Release"),
        id(),
        [](const std::optional<Object>& live) { return !live; },
        patience
    );
}

}  // namespace slipway::test
