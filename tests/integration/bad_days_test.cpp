/// A real API server behind a proxy that answers in its place: busy, in trouble, silent.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>

#include "edge/cluster/credentials.hpp"
#include "edge/cluster/kubeconfig.hpp"
#include "healthy_release.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"
#include "support/stage_writes.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;

namespace {

const std::string content = R"(apiVersion: v1
kind: Pod
metadata:
  name: prepare
  annotations: {play.slipway.dev/complete-after: 100ms, helm.sh/hook: pre-install}
spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
)";

const std::string definition_and_resource = R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lates.unserved.example.com}
spec:
  group: unserved.example.com
  scope: Namespaced
  names: {plural: lates, singular: late, kind: Late}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object}}
---
apiVersion: unserved.example.com/v1
kind: Late
metadata: {name: one}
)";

std::string policy(const std::string& name) {
    return "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: " + name +
           "}\nspec: {podSelector: {}}\n";
}

/// Refuses the first request of each write, and notes who came back too soon.
class Busy {
public:
    explicit Busy(ForgedAnswer refusal) : refusal_(std::move(refusal)) {}

    std::optional<ForgedAnswer> answer(const AskedOfProxy& asked) {
        if (asked.method == "GET" || asked.is_about("/leases") || asked.is_about("/events"))
            return std::nullopt;
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        const auto [refused, is_first] = refused_at_.emplace(asked.text(), now);
        if (is_first) return refusal_;
        if (now - refused->second < std::chrono::seconds(refusal_.retry_after))
            too_soon_.push_back(asked.text());
        return std::nullopt;
    }

    std::vector<std::string> too_soon() {
        const std::lock_guard lock(mutex_);
        return too_soon_;
    }
    std::size_t refused() {
        const std::lock_guard lock(mutex_);
        return refused_at_.size();
    }

private:
    const ForgedAnswer refusal_;
    std::mutex mutex_;
    std::map<std::string, std::chrono::steady_clock::time_point> refused_at_;
    std::vector<std::string> too_soon_;
};

/// As one of several API servers that has not heard of a definition, for two seconds.
class NotServedYet {
public:
    std::optional<ForgedAnswer> answer(const AskedOfProxy& asked) {
        if (!asked.is_about("/apis/unserved.example.com")) return std::nullopt;
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (!first_asked_) first_asked_ = now;
        if (now - *first_asked_ > 2s) return std::nullopt;
        if (asked.method != "GET") ++writes_;
        return ForgedAnswer{.status = 404, .body = "404 page not found\n"};
    }
    int writes() {
        const std::lock_guard lock(mutex_);
        return writes_;
    }

private:
    std::mutex mutex_;
    std::optional<std::chrono::steady_clock::time_point> first_asked_;
    int writes_ = 0;
};

std::string lease_transitions(const LocalCluster& cluster) {
    const std::string path = "jsonpath={.items[*].spec.leaseTransitions}";
    return cluster.kubectl({"get", "lease", "-n", "slipway-system", "-o", path}).output;
}

/// Whom a watch has told of, to be waited for.
class Names final : public ports::WatchSink {
public:
    void on_object(const Object& object) override { add(std::string(object.name())); }
    void on_left(const ObjectId&, const std::string&) override {}
    void on_synced() override { add("(synced)"); }
    void on_trouble(const Error&) override {}

    bool hears(const std::string& name) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 40s, [&] { return names_.contains(name); });
    }

private:
    void add(const std::string& name) {
        const std::lock_guard lock(mutex_);
        names_.insert(name);
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<std::string> names_;
};

/// A client of the test's own, as an account of `space`, to which 1 s without a word is too long.
std::unique_ptr<http::Client> impatient_client(
    const LocalCluster& cluster, const std::string& server, const std::string& space
) {
    static const runtime::SystemClock clock;
    const auto access = cluster::kubeconfig_access(cluster.kubeconfig(), "");
    REQUIRE(access);
    http::ClientSettings settings{.endpoint = access->endpoint, .stream_stall = 1s};
    settings.endpoint.port = server.substr(server.rfind(':') + 1);
    const cluster::CredentialSources credentials{
        .certificate_authority = access->credentials.certificate_authority,
        .token = {.text = cluster.kubectl({"create", "token", "deployer", "-n", space}).output}};
    return http::Client::start(
        settings, std::make_shared<cluster::FileCredentials>(credentials, clock)
    );
}

}  // namespace

TEST_CASE(
    "an API server that refuses each write once is asked again, no earlier than it said, and the "
    "lease is kept",
    "[integration][bad-days]"
) {
    const auto refusal = GENERATE(
        ForgedAnswer{.status = 429, .retry_after = 1},
        ForgedAnswer{.status = 503, .retry_after = 1},
        ForgedAnswer{.status = 500},
        ForgedAnswer{.status = 504},
        ForgedAnswer{.status = 409}
    );
    CAPTURE(refusal.status);
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("busy");
    CountingProxy proxy(cluster);
    Busy busy(refusal);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    const auto transitions = lease_transitions(cluster);
    proxy.answer_instead([&](const AskedOfProxy& asked) { return busy.answer(asked); });
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(content);

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    proxy.answer_instead({});
    CHECK(busy.too_soon() == std::vector<std::string>{});
    // The hook, the object, the finalizer, the status, and the store's Secrets.
    CHECK(busy.refused() >= 6);
    CHECK(tally(proxy.writes(space)).created.at("pods/prepare") == 1);
    CHECK(lease_transitions(cluster) == transitions);
    CHECK_THAT(running.log(), !Catch::Contains("this process does not lead"));
    healthy.check_undisturbed();
}

TEST_CASE(
    "a kind that cannot be listed holds up the Releases that have it, and no other",
    "[integration][bad-days]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("unlisted");
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    proxy.answer_instead([](const AskedOfProxy& asked) -> std::optional<ForgedAnswer> {
        if (!asked.is_about("/networkpolicies")) return std::nullopt;
        return ForgedAnswer{
            .status = 500, .body = R"({"kind": "Status", "code": 500, "reason": "InternalError",
                        "message": "conversion webhook for networking.k8s.io failed"})"};
    });
    // More than the operator looks at at a time.
    std::vector<ReleaseUnderTest> held_up;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        held_up.emplace_back(cluster, space, name);
        held_up.back().apply(policy(name));
    }
    for (const ReleaseUnderTest& release : held_up) {
        CHECK(release.wait_for_status(
            [](const ReleaseStatus& status) {
                const auto& why = condition_of(status, "Ready").message;
                return why.find("conversion webhook") != std::string::npos;
            },
            10s
        ));
    }

    ReleaseUnderTest other(cluster, cluster.make_namespace("listed"), "shop");
    other.apply(content);
    CHECK(other.wait_for(ReleasePhase::Deployed, 1));
    healthy.check_undisturbed();
    CHECK(held_up.front().status().phase != ReleasePhase::Deployed);

    proxy.answer_instead({});
    for (const ReleaseUnderTest& release : held_up)
        CHECK(release.wait_for(ReleasePhase::Deployed, 1));
}

TEST_CASE(
    "a kind whose definition is established and that is not served yet is waited for in the same "
    "attempt",
    "[integration][bad-days]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("unserved");
    cluster.kubectl(
        {"create",
         "clusterrolebinding",
         space,
         "--clusterrole=cluster-admin",
         "--serviceaccount=" + space + ":deployer"}
    );
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    NotServedYet late;
    proxy.answer_instead([&](const AskedOfProxy& asked) { return late.answer(asked); });
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(definition_and_resource);

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(release.status().attempt == 1);
    CHECK(late.writes() >= 2);
    healthy.check_undisturbed();
}

TEST_CASE(
    "a watch that the server accepted and never speaks on is made anew, and nothing is missed",
    "[integration][bad-days]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("silent");
    CountingProxy proxy(cluster);
    std::promise<void> fell_silent;
    std::atomic<int> watches{0};
    proxy.answer_instead([&](const AskedOfProxy& asked) -> std::optional<ForgedAnswer> {
        if (!asked.is_about("watch=true") || watches++ > 0) return std::nullopt;
        fell_silent.set_value();
        return ForgedAnswer{.status = 200, .never_goes_on = true};
    });
    const auto client = impatient_client(cluster, proxy.address(), space);
    const runtime::SystemClock clock;
    const cluster::WriteGate gate(clock);
    cluster::KubeCluster api(*client, gate, clock);
    const auto names = std::make_shared<Names>();

    const auto watch = api.watch(
        ports::Identity::itself(), kind_of("", "ConfigMap"), {.in_namespace = space}, names
    );
    REQUIRE(fell_silent.get_future().wait_for(40s) == std::future_status::ready);
    cluster.kubectl({"create", "configmap", "unheard", "-n", space});

    CHECK(names->hears("unheard"));
    CHECK(watches > 0);
    proxy.answer_instead({});
}
