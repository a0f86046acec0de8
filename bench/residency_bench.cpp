/// B10: what an operator that has nothing to do costs, and how soon one that starts is at work.
#include <thread>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "rig/content.hpp"
#include "rig/figures.hpp"
#include "rig/world.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;
using namespace std::chrono_literals;

namespace {

constexpr int releases = 5;
constexpr int objects_of_each = 1'000;
constexpr auto watched_for = 120s;

/// The Release, which comes to its end where an operator runs.
ObjectId create_release(World& world, int objects) {
    const std::string in_namespace = world.make_namespace();
    std::vector<json> documents;
    for (int i = 0; i < objects; ++i)
        documents.push_back(config_map(in_namespace, format("settings-{}", i), "on"));
    world.create(source(in_namespace, "settings", manifests_of(documents)));
    const ObjectId id = release_id(in_namespace);
    world.create(release_of(id, {"settings"}));
    return id;
}

struct Idle {
    double resident = 0;
    double busy = 0;  ///< Its share of one processor.
};

/// What is measured is time that passes.
Idle idle(pid_t process) {
    std::this_thread::sleep_for(5s);
    const double before = scheduled_seconds(process);
    std::this_thread::sleep_for(watched_for);
    const double ran = scheduled_seconds(process) - before;
    return {resident_mib(process), ran / std::chrono::duration<double>(watched_for).count()};
}

Instant now() {
    return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()
    );
}

/// From its exec to the first write that the API server received of it, leases and Events aside.
double start_cold(World& world) {
    REQUIRE(world.slipway().stop());
    const ObjectId id = create_release(world, 1);
    world.audit().read();
    const Instant begin = now();
    world.slipway().start_again();
    world.releases().wait(id, is_deployed);
    Instant first = Instant::max();
    for (const AuditEvent& event : world.audit().read()) {
        if (event.is_the_operators() && event.is_write()) first = std::min(first, event.at);
    }
    return seconds_between(begin, first) * 1000;
}

}  // namespace

TEST_CASE("B10: an idle operator costs little, and one that starts is soon at work", "[B10]") {
    World world;
    for (int i = 0; i < releases; ++i)
        world.releases().wait(create_release(world, objects_of_each), is_deployed);

    const Idle veteran = idle(world.slipway().pid());
    std::vector<double> starts;
    for (int round = 0; round < rounds; ++round)
        starts.push_back(start_cold(world));
    const Idle restarted = idle(world.slipway().pid());

    print(
        "B10",
        format(
            "rss={:.1f}MiB {} rss_restarted={:.1f}MiB cpu={:.3f}% {} cold_start={:.0f}ms {} "
            "objects={}",
            veteran.resident,
            against(veteran.resident, 24),
            restarted.resident,
            veteran.busy * 100,
            against(veteran.busy * 100, 0.1),
            median(starts),
            against(median(starts), 300),
            releases * objects_of_each
        )
    );
}
