/// B4: twenty groups of five custom resources each; how soon the next group begins when the last
/// object of the one before is ready.
#include <future>
#include <map>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "rig/custom_kinds.hpp"
#include "rig/figures.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int groups = 20;
constexpr int members = 5;
const Kind step = custom_kind("Step");

std::string steps(const std::string& in_namespace) {
    std::vector<json> objects;
    for (int group = 0; group < groups; ++group) {
        for (int i = 0; i < members; ++i) {
            json object = custom_resource(step, in_namespace, format("step-{}-{}", group, i));
            object["metadata"]["annotations"]["werf.io/weight"] = format("{}", group);
            objects.push_back(std::move(object));
        }
    }
    return manifests_of(objects);
}

/// Somebody else's operator: makes each object ready as soon as it exists.
void drive(RawClient& eyes, RawClient& hand, const std::string& in_namespace) {
    int driven = 0;
    eyes.watch(folder_of(step, in_namespace), [&](std::string_view event) {
        const json told = json::parse(event);
        if (told.at("type") != "ADDED") return false;
        hand.ask(make_ready(step, in_namespace, told.at("/object/metadata/name"_json_pointer)));
        return ++driven == groups * members;
    });
}

int group_of(const std::string& name) {
    return std::stoi(name.substr(std::string("step-").size()));
}

struct GroupTimes {
    Instant begun = Instant::max();  ///< The operator's first write was received.
    Instant told = Instant::min();   ///< The driver's last was received, and
    Instant ready = Instant::min();  ///< answered.
};

std::map<int, GroupTimes> times_of_groups(const std::vector<AuditEvent>& events) {
    std::map<int, GroupTimes> times;
    for (const AuditEvent& event : events) {
        if (event.resource != step.plural || !event.is_write() || event.name.empty()) continue;
        GroupTimes& group = times[group_of(event.name)];
        if (event.is_the_operators() && !event.is_done())
            group.begun = std::min(group.begun, event.at);
        if (event.subresource != "status") continue;
        Instant& last = event.is_done() ? group.ready : group.told;
        last = std::max(last, event.at);
    }
    return times;
}

std::vector<double> handovers(World& world) {
    const std::string in_namespace = make_custom_namespace(world);
    world.create(source(in_namespace, "steps", steps(in_namespace)));
    RawClient eyes = world.raw_client(in_namespace, 1);
    RawClient hand = world.raw_client(in_namespace, 1);
    world.audit().read();
    const ObjectId id = release_id(in_namespace);
    auto driver = std::async(std::launch::async, [&] { drive(eyes, hand, in_namespace); });
    world.create(release_of(id, {"steps"}));
    driver.get();
    world.releases().wait(id, is_deployed);
    const auto times = times_of_groups(world.audit().read());
    std::vector<double> milliseconds;
    for (int group = 1; group < groups; ++group) {
        const GroupTimes& before = times.at(group - 1);
        const Instant begun = times.at(group).begun;
        // Sooner than the answer is fast; sooner than the question would be wrong.
        REQUIRE(begun > before.told);
        milliseconds.push_back(seconds_between(before.ready, begun) * 1000);
    }
    return milliseconds;
}

}  // namespace

TEST_CASE("B4: a group begins as soon as the one before it is ready", "[B4]") {
    World world;
    define(world, step);
    std::vector<double> milliseconds;

    for (int round = 0; round < rounds; ++round) {
        const auto more = handovers(world);
        milliseconds.insert(milliseconds.end(), more.begin(), more.end());
    }

    print(
        "B4",
        format(
            "p50={:.1f}ms {} p99={:.1f}ms {} handovers={}",
            median(milliseconds),
            against(median(milliseconds), 5),
            quantile(milliseconds, 0.99),
            against(quantile(milliseconds, 0.99), 25),
            milliseconds.size()
        )
    );
}
