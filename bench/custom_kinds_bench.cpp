/// B7: twenty definitions and two hundred custom resources of theirs in one Release.
#include <future>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "rig/custom_kinds.hpp"
#include "rig/figures.hpp"
#include "rig/peers.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;
using nlohmann::json;

namespace {

constexpr int kinds = 20;
constexpr int resources_of_each = 10;

/// New ones each time: the second time a definition would be served already.
struct Content {
    std::vector<json> definitions{};
    std::vector<Kind> kinds{};
    std::vector<json> resources{};
};

json definition_of_what_is_ready_once_stored(const Kind& kind) {
    json definition = definition_of(kind);
    const json::json_pointer status("/spec/versions/0/schema/openAPIV3Schema/properties/status");
    definition[status].erase("default");
    return definition;
}

Content content(const std::string& in_namespace, const std::string& prefix) {
    Content content;
    for (int i = 0; i < kinds; ++i) {
        const Kind kind = custom_kind(format("{}n{}", prefix, i));
        content.definitions.push_back(definition_of_what_is_ready_once_stored(kind));
        for (int j = 0; j < resources_of_each; ++j) {
            content.kinds.push_back(kind);
            content.resources.push_back(custom_resource(kind, in_namespace, format("one-{}", j)));
        }
    }
    return content;
}

double deploy(World& world, const std::string& prefix) {
    const std::string in_namespace = make_custom_namespace(world);
    const Content held = content(in_namespace, prefix);
    const std::string manifests = manifests_of(held.definitions) + manifests_of(held.resources);
    world.create(source(in_namespace, "all", manifests));
    const ObjectId id = release_id(in_namespace);
    return seconds_of([&] {
        world.create(release_of(id, {"all"}));
        world.releases().wait(id, is_deployed);
    });
}

bool is_established(const json& definition) {
    for (const json& condition : definition.at("status").value("conditions", json::array())) {
        if (condition.at("type") == "Established") return condition.at("status") == "True";
    }
    return false;
}

void await_established(RawClient& eyes, const std::string& folder, const Content& held) {
    std::set<std::string> missing;
    for (const json& definition : held.definitions)
        missing.insert(definition.at("/metadata/name"_json_pointer));
    eyes.watch(folder, [&](std::string_view event) {
        const json object = json::parse(event).at("object");
        if (object.contains("status") && is_established(object))
            missing.erase(object.at("/metadata/name"_json_pointer).get<std::string>());
        return missing.empty();
    });
}

double deploy_raw(World& world, const std::string& prefix) {
    const std::string in_namespace = make_custom_namespace(world);
    const Content held = content(in_namespace, prefix);
    const Kind& definition = test::kind_of("apiextensions.k8s.io", "CustomResourceDefinition");
    std::vector<RawRequest> definitions;
    for (const json& one : held.definitions)
        definitions.push_back(apply_of(definition, marked(one)));
    std::vector<RawRequest> resources;
    for (std::size_t i = 0; i < held.resources.size(); ++i)
        resources.push_back(apply_of(held.kinds[i], marked(held.resources[i])));
    RawClient raw = world.raw_client(in_namespace);
    RawClient eyes = world.raw_client(in_namespace, 1);
    return seconds_of([&] {
        auto established = std::async(std::launch::async, [&] {
            await_established(eyes, folder_of(definition, ""), held);
        });
        raw.run(definitions);
        established.get();
        raw.run(resources, AfterRefusal::AskAgain);
    });
}

/// Which applies a chart's definitions first, and waits until they are established.
double install(World& world, const Peers& peers, const std::string& prefix) {
    const std::string in_namespace = make_custom_namespace(world);
    const Content held = content(in_namespace, prefix);
    const Chart chart({manifests_of(held.resources)}, manifests_of(held.definitions));
    return seconds_of([&] { peers.helm({"install", "bench", chart.path(), "-n", in_namespace}); });
}

double apply_by_kubectl(World& world, const Peers& peers, const std::string& prefix) {
    const std::string in_namespace = make_custom_namespace(world);
    const Content held = content(in_namespace, prefix);
    const Chart chart({manifests_of(held.resources)}, manifests_of(held.definitions));
    return seconds_of([&] {
        peers.kubectl({"apply", "--server-side", "-f", chart.definitions()});
        peers.kubectl({"wait", "--for=condition=Established", "-f", chart.definitions()});
        peers.kubectl({"apply", "--server-side", "-f", chart.templates()});
    });
}

}  // namespace

TEST_CASE("B7: new kinds and what is of them take little more than their requests", "[B7]") {
    World world;
    int time = 0;

    const auto seconds = in_turns(
        {[&] { return deploy_raw(world, format("Raw{}", ++time)); },
         [&] { return deploy(world, format("Own{}", ++time)); }}
    );

    const double raw = median(seconds[0]);
    const double slipway = median(seconds[1]);
    print(
        "B7",
        format(
            "ratio={:.2f} {} slipway={:.3f}s raw={:.3f}s definitions={} resources={}",
            slipway / raw,
            against(slipway / raw, 1.3),
            slipway,
            raw,
            kinds,
            kinds * resources_of_each
        )
    );
}

TEST_CASE("B7: the same with Helm and kubectl", "[B7]") {
    World world;
    const Peers peers(world);
    int time = 0;

    print_peers(
        "B7",
        in_turns(
            {[&] { return install(world, peers, format("Helm{}", ++time)); },
             [&] { return apply_by_kubectl(world, peers, format("Kubectl{}", ++time)); }}
        )
    );
}
