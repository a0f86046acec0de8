/// B9: a thousand objects deleted in three phases, each proven gone before the next.
#include <future>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/release.hpp"
#include "rig/content.hpp"
#include "rig/figures.hpp"
#include "rig/peers.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int objects = 1'000;
constexpr int phases = 3;

json setting(const std::string& in_namespace, int number) {
    json object = config_map(in_namespace, format("settings-{}", number), "on");
    object["metadata"]["annotations"]["kots.io/deletion-phase"] = format("{}", number % phases);
    return object;
}

std::string settings(const std::string& in_namespace) {
    std::vector<json> documents;
    for (int i = 0; i < objects; ++i)
        documents.push_back(setting(in_namespace, i));
    return manifests_of(documents);
}

void deploy(World& world, const std::string& in_namespace) {
    const ObjectId id = release_id(in_namespace);
    world.create(source(in_namespace, "settings", settings(in_namespace)));
    world.create(release_of(id, {"settings"}));
    world.releases().wait(id, is_deployed);
}

double remove(World& world) {
    const std::string in_namespace = world.make_namespace();
    deploy(world, in_namespace);
    const ObjectId id = release_id(in_namespace);
    return seconds_of([&] {
        world.remove(id);
        world.releases().wait_until_gone(id);
    });
}

/// As the operator asks for it: this very object, and what belongs to it first.
RawRequest removal_of(const std::string& folder, const Object& object) {
    const json options{
        {"apiVersion", "v1"},
        {"kind", "DeleteOptions"},
        {"preconditions", {{"uid", object.uid()}}},
        {"propagationPolicy", "Foreground"}};
    return {
        .method = "DELETE",
        .target = folder + "/" + std::string(object.name()),
        .content_type = "application/json",
        .body = options.dump()};
}

using Phases = std::map<std::string, std::vector<RawRequest>>;

Phases removals(World& world, const std::string& in_namespace) {
    const Kind& kind = test::kind_of("", "ConfigMap");
    const auto live = world.api().list(
        ports::Identity::itself(),
        kind,
        {.in_namespace = in_namespace, .labels = "bench.example.com/uid"}
    );
    REQUIRE(live);
    REQUIRE(live->size() == objects);
    Phases requests;
    for (const Object& object : *live) {
        requests[object.annotation("kots.io/deletion-phase").value()].push_back(
            removal_of(folder_of(kind, in_namespace), object)
        );
    }
    return requests;
}

/// What the raw client's one watch has seen go.
class Departures {
public:
    Departures(World& world, const std::string& in_namespace)
        : eyes_(world.raw_client(in_namespace, 1)),
          watching_(std::async(std::launch::async, [this, in_namespace] {
              eyes_.watch(
                  folder_of(test::kind_of("", "ConfigMap"), in_namespace),
                  [this](std::string_view event) { return count(event); }
              );
          })) {}

    void wait(int gone) {
        std::unique_lock lock(mutex_);
        const auto is_over = [&] { return gone_ >= gone; };
        if (!changed_.wait_for(lock, std::chrono::minutes(2), is_over))
            throw std::runtime_error("a raw deletion took more than two minutes");
    }

private:
    bool count(std::string_view event) {
        const std::lock_guard lock(mutex_);
        if (event.starts_with(R"({"type":"DELETED")")) ++gone_;
        changed_.notify_all();
        return gone_ == objects;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    int gone_ = 0;
    RawClient eyes_;
    std::future<void> watching_;
};

double remove_raw(World& world) {
    const std::string in_namespace = world.make_namespace();
    const Kind& kind = test::kind_of("", "ConfigMap");
    std::vector<RawRequest> applies;
    for (int i = 0; i < objects; ++i)
        applies.push_back(apply_of(kind, marked(setting(in_namespace, i))));
    RawClient raw = world.raw_client(in_namespace);
    raw.run(applies);
    const Phases requests = removals(world, in_namespace);
    Departures departures(world, in_namespace);
    return seconds_of([&] {
        int gone = 0;
        for (const auto& [phase, removals] : requests) {
            raw.run(removals);
            departures.wait(gone += static_cast<int>(removals.size()));
        }
    });
}

/// A text for each phase.
Chart chart_of_phases(const std::string& in_namespace) {
    std::vector<std::vector<json>> documents(phases);
    for (int i = 0; i < objects; ++i)
        documents[static_cast<std::size_t>(i % phases)].push_back(setting(in_namespace, i));
    std::vector<std::string> texts;
    for (const auto& phase : documents)
        texts.push_back(manifests_of(phase));
    return Chart(texts);
}

/// Which knows no phases on its own: all at once.
double uninstall(World& world, const Peers& peers) {
    const std::string in_namespace = world.make_namespace();
    const Chart chart = chart_of_phases(in_namespace);
    peers.helm({"install", "bench", chart.path(), "-n", in_namespace});
    return seconds_of([&] { peers.helm({"uninstall", "bench", "--wait", "-n", in_namespace}); });
}

/// Which waits until what it has deleted is gone, as it does by default.
double delete_by_kubectl(World& world, const Peers& peers) {
    const std::string in_namespace = world.make_namespace();
    const Chart chart = chart_of_phases(in_namespace);
    peers.kubectl({"apply", "--server-side", "-f", chart.templates()});
    return seconds_of([&] {
        for (std::size_t phase = 0; phase < phases; ++phase)
            peers.kubectl({"delete", "-f", chart.file(phase)});
    });
}

}  // namespace

TEST_CASE("B9: a deletion in phases takes little more than its requests", "[B9]") {
    World world;

    const auto seconds =
        in_turns({[&] { return remove_raw(world); }, [&] { return remove(world); }});

    const double raw = median(seconds[0]);
    const double slipway = median(seconds[1]);
    print(
        "B9",
        format(
            "ratio={:.2f} {} slipway={:.3f}s raw={:.3f}s objects={} phases={}",
            slipway / raw,
            against(slipway / raw, 1.3),
            slipway,
            raw,
            objects,
            phases
        )
    );
    const Peers peers(world);
    const auto with_helm = in_turns({[&] { return uninstall(world, peers); }});
    // Once: it takes minutes, for it asks after one object in 200 ms.
    print_peers("B9", {with_helm[0], {delete_by_kubectl(world, peers)}});
}
