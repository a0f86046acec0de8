/// B5: a hundred Deployments, played by kwok; how soon after the last is available the Release is
/// Deployed.
#include <mutex>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "rig/content.hpp"
#include "rig/figures.hpp"
#include "rig/peers.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;
using std::chrono::steady_clock;

namespace {

constexpr int deployments = 100;

json deployment(const std::string& in_namespace, const std::string& name) {
    const json labels{{"app", name}};
    const json container{{"name", "app"}, {"image", "busybox:1.37"}};
    return {
        {"apiVersion", "apps/v1"},
        {"kind", "Deployment"},
        {"metadata", {{"name", name}, {"namespace", in_namespace}}},
        {"spec",
         {{"replicas", 1},
          {"selector", {{"matchLabels", labels}}},
          {"template",
           {{"metadata", {{"labels", labels}}}, {"spec", {{"containers", {container}}}}}}}}};
}

std::string apps(const std::string& in_namespace) {
    std::vector<json> documents;
    for (int i = 0; i < deployments; ++i)
        documents.push_back(deployment(in_namespace, format("app-{}", i)));
    return manifests_of(documents);
}

/// When the last of them became available, seen as the end of the Release is seen: by a watch of
/// this process.
class Availability final : public ports::WatchSink {
public:
    void on_object(const Object& object) override {
        const auto condition = object.condition("Available");
        const bool is_current =
            object.integer("/status/observedGeneration", 0) == object.generation();
        if (!condition || !condition->is_true() || !is_current) return;
        const std::lock_guard lock(mutex_);
        if (available_.insert(std::string(object.name())).second) last_ = steady_clock::now();
    }
    void on_left(const ObjectId&, const std::string&) override {}
    void on_synced() override {}
    void on_trouble(const Error&) override {}

    steady_clock::time_point last() {
        const std::lock_guard lock(mutex_);
        REQUIRE(available_.size() == deployments);
        return last_;
    }

private:
    std::mutex mutex_;
    std::set<std::string> available_;
    steady_clock::time_point last_;
};

struct Times {
    double available = 0;
    double done = 0;

    /// Milliseconds.
    double lag() const { return (done - available) * 1000; }
};

/// `roll_out` returns when, to its knowledge, all are available.
Times times_of(
    World& world, const std::string& in_namespace, const std::function<void()>& roll_out
) {
    const auto availability = std::make_shared<Availability>();
    const auto watch = world.api().watch(
        ports::Identity::itself(),
        test::kind_of("apps", "Deployment"),
        {.in_namespace = in_namespace},
        availability
    );
    const auto begin = steady_clock::now();
    roll_out();
    const auto end = steady_clock::now();
    const auto seconds = [&](auto at) { return std::chrono::duration<double>(at - begin).count(); };
    return {.available = seconds(availability->last()), .done = seconds(end)};
}

// Their pods would go on costing the controllers: each takes away what it rolled out.

Times deploy(World& world) {
    const std::string in_namespace = world.make_namespace();
    world.create(source(in_namespace, "apps", apps(in_namespace)));
    const ObjectId id = release_id(in_namespace);
    const Times times = times_of(world, in_namespace, [&] {
        world.create(release_of(id, {"apps"}));
        world.releases().wait(id, is_deployed);
    });
    world.remove(id);
    world.releases().wait_until_gone(id);
    return times;
}

Times install(World& world, const Peers& peers) {
    const std::string in_namespace = world.make_namespace();
    const Chart chart({apps(in_namespace)});
    const Times times = times_of(world, in_namespace, [&] {
        peers.helm({"install", "bench", chart.path(), "--wait", "-n", in_namespace});
    });
    peers.helm({"uninstall", "bench", "--wait", "--cascade=foreground", "-n", in_namespace});
    return times;
}

Times apply(World& world, const Peers& peers) {
    const std::string in_namespace = world.make_namespace();
    const Chart chart({apps(in_namespace)});
    const Times times = times_of(world, in_namespace, [&] {
        peers.kubectl({"apply", "--server-side", "-f", chart.templates()});
        peers.kubectl({"wait", "--for=condition=Available", "-f", chart.templates()});
    });
    peers.kubectl({"delete", "--cascade=foreground", "-f", chart.templates()});
    return times;
}

}  // namespace

TEST_CASE("B5: a Release is Deployed as soon as its last Deployment is available", "[B5]") {
    World world;
    std::vector<double> lags;
    std::vector<double> available;

    for (int round = 0; round < rounds; ++round) {
        const Times times = deploy(world);
        lags.push_back(times.lag());
        available.push_back(times.available);
    }

    print(
        "B5",
        format(
            "lag={:.1f}ms {} worst={:.1f}ms last_available={:.2f}s deployments={}",
            median(lags),
            against(median(lags), 50),
            quantile(lags, 1),
            median(available),
            deployments
        )
    );
    const Peers peers(world);
    // Once each: Helm takes more than a minute.
    const double helm = install(world, peers).lag() / 1000;
    const double kubectl = apply(world, peers).lag() / 1000;
    print("B5", format("helm_lag={:.1f}s kubectl_lag={:.1f}s", helm, kubectl));
}
