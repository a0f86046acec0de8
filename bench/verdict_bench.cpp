/// B6: two hundred objects that become ready one at a time, at random moments; how soon the
/// operator says so in its log.
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "rig/custom_kinds.hpp"
#include "rig/figures.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int objects = 200;
const Kind part = custom_kind("Part");

std::string name_of(int number) { return format("part-{}", number); }

std::string parts(const std::string& in_namespace) {
    std::vector<json> documents;
    for (int i = 0; i < objects; ++i)
        documents.push_back(custom_resource(part, in_namespace, name_of(i)));
    return manifests_of(documents);
}

/// The moments are what is measured at, and nothing waits for their passing.
void make_ready_at_random_moments(RawClient& hand, const std::string& in_namespace) {
    std::mt19937 random(std::random_device{}());
    std::uniform_int_distribution<int> pause(3'000, 40'000);
    for (int i = 0; i < objects; ++i) {
        std::this_thread::sleep_for(std::chrono::microseconds(pause(random)));
        hand.ask(make_ready(part, in_namespace, name_of(i)));
    }
}

/// The write that makes an object ready.
struct Write {
    Instant received{};
    Instant answered{};
};

std::map<std::string, Write> written(const std::vector<AuditEvent>& events) {
    std::map<std::string, Write> writes;
    for (const AuditEvent& event : events) {
        if (event.resource != part.plural || event.subresource != "status") continue;
        Write& write = writes[event.name];
        (event.is_done() ? write.answered : write.received) = event.at;
    }
    return writes;
}

/// By the operator's own log. Its clock tells whole milliseconds: the end of each is taken.
std::map<std::string, Instant> told(const std::string& log) {
    std::map<std::string, Instant> times;
    std::ifstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const json entry = json::parse(line);
        const std::string message = entry.at("message");
        const std::string begin = part.kind + "/";
        const std::string end = " is ready";
        if (!message.starts_with(begin) || !message.ends_with(end)) continue;
        const std::string name = message.substr(begin.size(), message.rfind(end) - begin.size());
        times[name] = instant_of(entry.at("time")) + std::chrono::milliseconds(1);
    }
    return times;
}

/// One Release, and how long each of its objects took to be known as ready, in milliseconds.
std::vector<double> verdicts(World& world) {
    const std::string in_namespace = make_custom_namespace(world);
    world.create(source(in_namespace, "parts", parts(in_namespace)));
    const ObjectId id = release_id(in_namespace);
    RawClient hand = world.raw_client(in_namespace, 1);
    world.create(release_of(id, {"parts"}));
    int applied = 0;
    world.raw_client(in_namespace, 1).watch(folder_of(part, in_namespace), [&](std::string_view) {
        return ++applied == objects;
    });
    world.audit().read();

    make_ready_at_random_moments(hand, in_namespace);
    world.releases().wait(id, is_deployed);

    const auto begin = written(world.audit().read());
    const auto end = told(world.slipway().log_file());
    REQUIRE(begin.size() == objects);
    REQUIRE(end.size() == objects);
    std::vector<double> milliseconds;
    for (const auto& [name, write] : begin) {
        // Sooner than the answer is fast; sooner than the write would be wrong.
        REQUIRE(end.at(name) > write.received);
        milliseconds.push_back(seconds_between(write.answered, end.at(name)) * 1000);
    }
    world.remove(id);
    world.releases().wait_until_gone(id);
    return milliseconds;
}

}  // namespace

TEST_CASE("B6: the log says within milliseconds that an object is ready", "[B6]") {
    World world("debug");
    define(world, part);
    std::vector<double> milliseconds;

    for (int round = 0; round < rounds; ++round) {
        const auto more = verdicts(world);
        milliseconds.insert(milliseconds.end(), more.begin(), more.end());
    }

    print(
        "B6",
        format(
            "p50={:.1f}ms {} p99={:.1f}ms objects={}",
            median(milliseconds),
            against(median(milliseconds), 5),
            quantile(milliseconds, 0.99),
            milliseconds.size()
        )
    );
}
