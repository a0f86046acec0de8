/// B8: a thousand Releases of four objects each, all at once.
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/release.hpp"
#include "rig/custom_kinds.hpp"
#include "rig/figures.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int releases = 1'000;
constexpr int objects = 4;

/// As the Release, in a group that no operator looks at: what a raw client writes is its own.
const Kind raw_release{
    .group = "raw.example.com", .version = "v1alpha1", .kind = "Release", .plural = "releases"};

void define_raw_releases(World& world) {
    std::ifstream file(SLIPWAY_SOURCE_DIR "/crds/slipway.dev_releases.yaml");
    std::ostringstream text;
    text << file.rdbuf();
    std::string definition = text.str();
    for (const std::string place : {"name: releases.slipway.dev", "group: slipway.dev"}) {
        const std::size_t at = definition.find(place);
        REQUIRE(at != std::string::npos);
        definition.replace(at + place.find("slipway.dev"), 11, "raw.example.com");
    }
    world.cluster().apply(definition);
    world.cluster().wait_until_established("releases.raw.example.com");
}

std::string name_of(int release) { return format("web-{}", release); }

std::vector<json> objects_of(const std::string& in_namespace, int release) {
    std::vector<json> documents;
    for (int i = 0; i < objects; ++i)
        documents.push_back(config_map(in_namespace, format("{}-{}", name_of(release), i), "on"));
    return documents;
}

json release(const Kind& kind, const std::string& in_namespace, int number) {
    json document = release_of(release_id(in_namespace, name_of(number)), {});
    document["apiVersion"] = kind.api_version();
    document["spec"]["sources"] = {{{"inline", manifests_of(objects_of(in_namespace, number))}}};
    return document;
}

std::vector<RawRequest> creations(const Kind& kind, const std::string& in_namespace) {
    std::vector<RawRequest> requests;
    for (int i = 0; i < releases; ++i)
        requests.push_back(apply_of(kind, release(kind, in_namespace, i)));
    return requests;
}

struct Deployed {
    double seconds = 0;
    double resident = 0;
    json status{};  ///< Of one of the Releases, as the operator wrote it.
};

Deployed deploy(World& world) {
    const std::string in_namespace = make_custom_namespace(world);
    const Kind& kind = test::kind_of(std::string(release_group), "Release");
    const auto requests = creations(kind, in_namespace);
    std::vector<ObjectId> ids;
    for (int i = 0; i < releases; ++i)
        ids.push_back(release_id(in_namespace, name_of(i)));
    RawClient raw = world.raw_client(in_namespace);
    const double seconds = seconds_of([&] {
        raw.run(requests);
        world.releases().wait_for_all(ids, is_deployed);
    });
    const auto one = world.cluster().find(ids.front());
    REQUIRE(one);
    return {seconds, resident_mib(world.slipway().pid()), one->document().at("status")};
}

/// The same objects, the Releases, and two statuses of each.
double deploy_raw(World& world, const json& status) {
    const std::string in_namespace = make_custom_namespace(world);
    const Kind& config_maps = test::kind_of("", "ConfigMap");
    auto requests = creations(raw_release, in_namespace);
    for (int i = 0; i < releases; ++i) {
        const std::string target =
            folder_of(raw_release, in_namespace) + "/" + name_of(i) + "/status";
        json first = status;
        first["phase"] = "Deploying";
        requests.push_back(merge_of(target, {{"status", first}}));
        for (const json& object : objects_of(in_namespace, i))
            requests.push_back(apply_of(config_maps, marked(object)));
        requests.push_back(merge_of(target, {{"status", status}}));
    }
    RawClient raw = world.raw_client(in_namespace);
    return seconds_of([&] { raw.run(requests); });
}

}  // namespace

TEST_CASE("B8: a thousand Releases at once take little more than their requests", "[B8]") {
    std::vector<double> slipway;
    std::vector<double> raw;
    std::vector<double> resident;
    double idle = 0;

    // Each round on a cluster of its own: its operator has these thousand and no others. Who
    // begins changes; the first round shows what a status is, so the operator begins it.
    json status;
    for (int round = 0; round < rounds; ++round) {
        World world;
        define_raw_releases(world);
        const bool is_raw_first = round % 2 == 1;
        if (is_raw_first) raw.push_back(deploy_raw(world, status));
        const Deployed deployed = deploy(world);
        slipway.push_back(deployed.seconds);
        resident.push_back(deployed.resident);
        status = deployed.status;
        if (!is_raw_first) raw.push_back(deploy_raw(world, status));
        if (round < rounds - 1) continue;
        std::this_thread::sleep_for(std::chrono::seconds(30));
        idle = resident_mib(world.slipway().pid());
    }

    print(
        "B8",
        format(
            "ratio={:.2f} {} slipway={:.1f}s raw={:.1f}s rss={:.0f}MiB rss_idle={:.0f}MiB "
            "releases={} objects={}",
            median(slipway) / median(raw),
            against(median(slipway) / median(raw), 2),
            median(slipway),
            median(raw),
            median(resident),
            idle,
            releases,
            releases * objects
        )
    );
}
