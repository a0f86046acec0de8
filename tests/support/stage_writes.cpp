#include "support/stage_writes.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace slipway::test {
namespace {

using Json = nlohmann::json;

struct Named {
    std::string method;
    std::string resource;
    std::string name;
};

/// "PATCH deployments/web", taken apart.
Named named(const std::string& write) {
    const auto blank = write.find(' ');
    const auto slash = write.find('/');
    return {
        .method = write.substr(0, blank),
        .resource = write.substr(blank + 1, slash - blank - 1),
        .name = write.substr(slash + 1)};
}

GroupKind group_kind_of(const std::string& resource) {
    static const std::map<std::string, GroupKind> known{
        {"configmaps", {"", "ConfigMap"}},
        {"deployments", {"apps", "Deployment"}},
        {"pods", {"", "Pod"}},
        {"statefulsets", {"apps", "StatefulSet"}},
    };
    return known.at(resource);
}

bool is_ready(const Object& live) {
    if (live.kind() == "ConfigMap") return true;
    if (live.kind() == "Pod") return live.text("/status/phase") == "Succeeded";
    const auto replicas = live.integer("/spec/replicas", 1);
    return live.integer("/status/observedGeneration", 0) == live.generation() &&
           live.integer("/status/updatedReplicas", 0) == replicas &&
           live.integer("/status/readyReplicas", 0) == replicas;
}

/// "<uid>/<revision>/<event>/<place>/<attempt>" without the uid.
std::string run_of(const Json& metadata) {
    const auto run = metadata.value("/annotations/slipway.dev~1run"_json_pointer, std::string());
    return run.empty() ? run : run.substr(run.find('/'));
}

/// Of a Pod, what its author wrote: the server adds its node and its token's volume.
Json lasting_spec(const Json& object) {
    Json spec = object.value("spec", Json::object());
    if (object.at("kind") == "Pod") spec = {{"restartPolicy", spec.at("restartPolicy")}};
    return spec;
}

}  // namespace

std::optional<std::size_t> stage_of(
    const std::vector<StageWrites>& stages, const std::string& write
) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (std::ranges::find(stages[i].writes, write) != stages[i].writes.end()) return i;
    }
    return std::nullopt;
}

bool has_settled(LocalCluster& cluster, const std::string& in_namespace, const std::string& write) {
    const auto [method, resource, name] = named(write);
    const auto [group, kind] = group_kind_of(resource);
    const auto live = cluster.api().get(
        ports::Identity::itself(),
        *KindCatalog::built_in().find({group, kind}),
        {.group = group, .kind = kind, .in_namespace = in_namespace, .name = name}
    );
    if (method == "DELETE") return !live && live.error().kind == ErrorKind::NotFound;
    return live && is_ready(*live);
}

std::vector<std::string> overtaking(
    const std::vector<StageWrites>& stages, const std::vector<PassedWrite>& writes
) {
    std::vector<std::string> early;
    std::size_t latest = 0;
    for (const PassedWrite& write : writes) {
        const auto stage = stage_of(stages, write.text());
        if (stage && *stage < latest)
            early.push_back(write.text() + " after " + stages[latest].name);
        if (stage) latest = std::max(latest, *stage);
    }
    return early;
}

Tally tally(const std::vector<PassedWrite>& writes) {
    Tally counted;
    for (const PassedWrite& write : writes) {
        const std::string object = write.resource + "/" + write.name;
        if (write.created()) ++counted.created[object];
        if (write.deleted()) ++counted.deleted[object];
    }
    return counted;
}

std::string portrait(const LocalCluster& cluster, const std::string& in_namespace) {
    const auto got = cluster.kubectl(
        {"get",
         "configmaps,statefulsets,deployments,pods",
         "--namespace",
         in_namespace,
         "--selector",
         "slipway.dev/release-uid",
         "--output",
         "json"}
    );
    Json drawn = Json::array();
    const Json listed = Json::parse(got.output);
    for (const Json& object : listed.at("items")) {
        drawn.push_back(
            {{"object",
              object.at("kind").get<std::string>() + "/" +
                  object.at("metadata").at("name").get<std::string>()},
             {"run", run_of(object.at("metadata"))},
             {"data", object.value("data", Json())},
             {"spec", lasting_spec(object)}}
        );
    }
    return drawn.dump(1);
}

}  // namespace slipway::test
