/// ports::Cluster and ports::Store against a real API server: what the fakes of other tests assume.
#include <condition_variable>
#include <mutex>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "edge/cluster/kubeconfig.hpp"
#include "edge/cluster/lease.hpp"
#include "edge/cluster/secret_store.hpp"
#include "support/catch.hpp"
#include "support/local_cluster.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;
using nlohmann::json;
using ports::Identity;

namespace {

const Kind& config_maps() { return kind_of("", "ConfigMap"); }

Object config_map(
    const std::string& in_namespace, const std::string& name, json more = json::object()
) {
    json document{
        {"apiVersion", "v1"},
        {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}}};
    document.merge_patch(more);
    return Object::from_json(std::move(document)).value();
}

Result<Object> write(
    LocalCluster& cluster, ports::Write write, const Identity& as = Identity::itself()
) {
    auto results = cluster.api().write(as, {&write, 1});
    if (!results.front()) return results.front().error();
    if (!results.front()->object) return Error{ErrorKind::NotFound, "it is gone"};
    return *results.front()->object;
}

ports::Apply apply(Object object, bool force = true) {
    return {
        .kind = config_maps(),
        .object = std::move(object),
        .field_manager = "test",
        .force = force};
}

ports::Create create(Object object) {
    return {.kind = config_maps(), .object = std::move(object), .field_manager = "creator"};
}

ErrorKind kind_of_failure(const Result<Object>& result) {
    REQUIRE_FALSE(result);
    UNSCOPED_INFO(result.error().message);
    return result.error().kind;
}

/// What a watch has told so far, to be waited for.
class Notes final : public ports::WatchSink {
public:
    void on_object(const Object& object) override { add("object " + std::string(object.name())); }
    void on_left(const ObjectId& id, const std::string&) override { add("left " + id.name); }
    void on_synced() override { add("synced"); }
    void on_trouble(const Error& error) override { add("trouble " + error.message); }

    bool hears(const std::string& text) {
        return hears_what([&](const std::string& told) { return told == text; });
    }
    bool hears_of_trouble() {
        return hears_what([](const std::string& told) { return told.starts_with("trouble"); });
    }

private:
    bool hears_what(const std::function<bool(const std::string&)>& is_wanted) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 40s, [&] { return std::ranges::any_of(told_, is_wanted); });
    }

    void add(std::string text) {
        const std::lock_guard lock(mutex_);
        told_.push_back(std::move(text));
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> told_;
};

}  // namespace

TEST_CASE("objects are applied, read, listed and deleted", "[integration][cluster]") {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");

    const auto applied = write(cluster, apply(config_map(shop, "a", {{"data", {{"k", "1"}}}})));
    REQUIRE(applied);
    const auto got = cluster.api().get(Identity::itself(), config_maps(), applied->id());
    const auto listed = cluster.api().list(
        Identity::itself(),
        config_maps(),
        {.in_namespace = shop, .name = "a", .metadata_only = true}
    );

    REQUIRE(got);
    CHECK(got->resource_version() == applied->resource_version());
    REQUIRE((listed && listed->size() == 1));
    CHECK(listed->front().id() == applied->id());
    CHECK_FALSE(listed->front().has("/data"));
    const ports::Delete other{.kind = config_maps(), .id = applied->id(), .uid = "0000"};
    CHECK(kind_of_failure(write(cluster, other)) == ErrorKind::NotFound);
    CHECK(cluster.api().get(Identity::itself(), config_maps(), applied->id()));
    const auto deleted = write(
        cluster, ports::Delete{.kind = config_maps(), .id = applied->id(), .uid = applied->uid()}
    );
    CHECK((!deleted || deleted->is_terminating()));
    CHECK(cluster.wait_until(config_maps(), applied->id(), [](const auto& object) {
        return !object;
    }));
}

TEST_CASE("what the API server refuses comes back as who must act", "[integration][cluster]") {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    const auto made = write(cluster, create(config_map(shop, "a", {{"data", {{"k", "1"}}}})));
    REQUIRE(made);
    const auto fenced = [&](json metadata) {
        return write(cluster, apply(config_map(shop, "a", {{"metadata", std::move(metadata)}})));
    };

    CHECK(
        kind_of_failure(write(cluster, create(config_map(shop, "a")))) == ErrorKind::AlreadyExists
    );
    CHECK(kind_of_failure(fenced({{"resourceVersion", "1"}})) == ErrorKind::Conflict);
    CHECK(kind_of_failure(fenced({{"uid", "0000"}})) == ErrorKind::Conflict);
    CHECK(
        kind_of_failure(
            write(cluster, apply(config_map(shop, "b", {{"metadata", {{"uid", "0000"}}}})))
        ) == ErrorKind::Conflict
    );
    CHECK(
        kind_of_failure(
            write(cluster, apply(config_map(shop, "a", {{"data", {{"k", "2"}}}}), false))
        ) == ErrorKind::FieldConflict
    );
    CHECK(
        kind_of_failure(write(cluster, apply(config_map(shop, "a", {{"datta", {{"k", "2"}}}})))) ==
        ErrorKind::Rejected
    );
    CHECK(
        kind_of_failure(write(cluster, apply(config_map("nowhere", "a")))) ==
        ErrorKind::NamespaceNotFound
    );
    CHECK(
        kind_of_failure(
            cluster.api().get(Identity::itself(), config_maps(), config_map(shop, "none").id())
        ) == ErrorKind::NotFound
    );
}

TEST_CASE(
    "a tenant's account can do what its roles say and nothing else", "[integration][cluster]"
) {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    const auto tenant = *Identity::service_account(shop, "deployer");

    CHECK(write(cluster, apply(config_map(shop, "mine")), tenant));
    const auto refused = write(cluster, apply(config_map("default", "theirs")), tenant);

    CHECK(kind_of_failure(refused) == ErrorKind::Forbidden);
    CHECK(refused.error().message.find(tenant.user()) != std::string::npos);
}

TEST_CASE("a thousand objects are written in their order's answers", "[integration][cluster]") {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    std::vector<ports::Write> writes;
    for (int i = 0; i < 1000; ++i)
        writes.emplace_back(apply(config_map(shop, "object-" + std::to_string(i))));

    const auto results = cluster.api().write(Identity::itself(), writes);
    const auto listed =
        cluster.api().list(Identity::itself(), config_maps(), {.in_namespace = shop});

    REQUIRE(results.size() == 1000);
    for (std::size_t i = 0; i < results.size(); ++i) {
        REQUIRE(results[i]);
        CHECK(results[i]->object->name() == "object-" + std::to_string(i));
    }
    REQUIRE(listed);
    CHECK(listed->size() >= 1000);
}

TEST_CASE("a watch tells what others do", "[integration][cluster]") {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    const bool metadata_only = GENERATE(false, true);
    REQUIRE(write(cluster, apply(config_map(shop, "before"))));
    const auto notes = std::make_shared<Notes>();

    const auto watch = cluster.api().watch(
        Identity::itself(),
        config_maps(),
        {.in_namespace = shop, .metadata_only = metadata_only},
        notes
    );

    CHECK(notes->hears("object before"));
    CHECK(notes->hears("synced"));
    REQUIRE(write(cluster, create(config_map(shop, "after"))));
    CHECK(notes->hears("object after"));
    cluster.kubectl({"delete", "configmap", "after", "-n", shop});
    CHECK(notes->hears("left after"));
}

TEST_CASE("a watch survives the API server's death", "[integration][cluster]") {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    const auto notes = std::make_shared<Notes>();
    const auto watch =
        cluster.api().watch(Identity::itself(), config_maps(), {.in_namespace = shop}, notes);
    REQUIRE(notes->hears("synced"));
    const auto control = [&](const char* what) {
        const std::string script = std::string(SLIPWAY_SOURCE_DIR) + "/tests/cluster/cluster.sh";
        const auto done =
            run_command({"bash", script, what, cluster.folder(), "kube-apiserver"}, "");
        INFO(done.output);
        REQUIRE(done.exit_code == 0);
    };

    control("kill");
    CHECK(notes->hears_of_trouble());
    control("start");
    cluster.kubectl({"create", "configmap", "later", "-n", shop});

    CHECK(notes->hears("object later"));
}

TEST_CASE(
    "kinds are discovered, and found again when their CRD comes later", "[integration][cluster]"
) {
    LocalCluster& cluster = LocalCluster::shared();
    const auto before = cluster.api().find_kind({"port.example.com", "Widget"}, "");
    REQUIRE_FALSE(before);
    CHECK(before.error().kind == ErrorKind::UnknownKind);
    cluster.apply(R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.port.example.com}
spec:
  group: port.example.com
  names: {kind: Widget, plural: widgets, singular: widget, shortNames: [wg]}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object}}
)");
    cluster.wait_until_established("widgets.port.example.com");
    const Kind widget{
        .group = "port.example.com", .version = "v1", .kind = "Widget", .plural = "widgets"};
    const auto notes = std::make_shared<Notes>();
    const auto watch = cluster.api().watch(Identity::itself(), widget, {}, notes);
    CHECK(notes->hears("synced"));

    const auto after = cluster.api().find_kind({"port.example.com", "Widget"}, "");
    const auto by_name = cluster.api().find_resource("wg");
    const auto deployment = cluster.api().find_resource("deploy");

    REQUIRE(after);
    CHECK(after->plural == "widgets");
    REQUIRE(by_name);
    CHECK(by_name->kind == "Widget");
    REQUIRE(deployment);
    CHECK(deployment->api_version() == "apps/v1");
}

TEST_CASE(
    "a Release's status and finalizer are written to that Release only", "[integration][cluster]"
) {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    cluster.apply(format(
        R"(
apiVersion: slipway.dev/v1alpha1
kind: Release
metadata: {{name: web, namespace: {}}}
spec: {{suspend: true, sources: [{{inline: "a: b"}}]}}
)",
        shop
    ));
    const auto releases = cluster.api().find_kind({"slipway.dev", "Release"}, "");
    REQUIRE(releases);
    const ObjectId id{
        .group = "slipway.dev", .kind = "Release", .in_namespace = shop, .name = "web"};
    const auto release = cluster.api().get(Identity::itself(), *releases, id);
    REQUIRE(release);

    const auto other = cluster.api().write_status(id, "0000", {{"phase", "Suspended"}});
    const auto written = cluster.api().write_status(id, release->uid(), {{"phase", "Suspended"}});

    REQUIRE_FALSE(other);
    CHECK(other.error().kind == ErrorKind::Conflict);
    REQUIRE(written);
    CHECK(written->text("/status/phase") == "Suspended");
    const auto stale = cluster.api().set_finalizer(*release, true);
    REQUIRE_FALSE(stale);
    CHECK(stale.error().kind == ErrorKind::Conflict);
    const auto kept = cluster.api().set_finalizer(*written, true);
    REQUIRE(kept);
    CHECK(kept->has("/metadata/finalizers"));
    CHECK(cluster.api().set_finalizer(*kept, false));
}

TEST_CASE(
    "the store keeps ledgers and contents of any size in real Secrets", "[integration][cluster]"
) {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    cluster::SecretStore store(cluster.api(), shop);
    std::string content;
    for (std::int64_t i = 0; content.size() < 3'000'000; ++i)
        content += std::to_string(i * 7919 % 1'000'003) + ",";
    Ledger ledger;
    ledger.revisions.push_back({.number = 1, .digest = "sha256:aa", .message = content});

    REQUIRE(store.save("some-uid", shop + "/web", ledger));
    REQUIRE(store.save_content("some-uid", "sha256:aa", content));
    ledger.revisions.back().number = 2;
    REQUIRE(store.save("some-uid", shop + "/web", ledger));

    cluster::SecretStore next(cluster.api(), shop);
    const auto loaded = next.load("some-uid");
    REQUIRE((loaded && *loaded));
    CHECK(**loaded == ledger);
    CHECK(*next.load_content("some-uid", "sha256:aa") == content);
    REQUIRE(next.save("some-uid", shop + "/web", {}));
    const auto small = next.load("some-uid");
    REQUIRE((small && *small));
    CHECK(**small == Ledger{});
    CHECK(store.save("some-uid", shop + "/web", ledger).error().kind == ErrorKind::Conflict);
    REQUIRE(next.erase("some-uid"));
    const auto gone = next.load("some-uid");
    REQUIRE(gone);
    CHECK_FALSE(*gone);
}

TEST_CASE(
    "of two candidates one leads, and the other takes over when it gives way",
    "[integration][cluster]"
) {
    LocalCluster& cluster = LocalCluster::shared();
    const auto shop = cluster.make_namespace("port");
    const auto access = cluster::kubeconfig_access(cluster.kubeconfig(), "");
    REQUIRE(access);
    const runtime::SystemClock clock;
    const auto client = http::Client::start(
        {.endpoint = access->endpoint},
        std::make_shared<cluster::FileCredentials>(access->credentials, clock)
    );
    cluster::WriteGate first_gate(clock);
    cluster::WriteGate second_gate(clock);
    cluster::LeaseCandidate first(
        *client, clock, first_gate, {.in_namespace = shop, .identity = "first"}
    );
    cluster::LeaseCandidate second(
        *client, clock, second_gate, {.in_namespace = shop, .identity = "second"}
    );

    REQUIRE(first.attempt());
    REQUIRE(second.attempt());
    CHECK(first_gate.is_open());
    CHECK_FALSE(second_gate.is_open());
    REQUIRE(first.attempt());
    REQUIRE(first.release());
    REQUIRE(second.attempt());

    CHECK_FALSE(first_gate.is_open());
    CHECK(second_gate.is_open());
}
