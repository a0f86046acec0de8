/// A KubeCluster whose API server is a table of answers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "edge/cluster/kube_cluster.hpp"
#include "support/catch.hpp"
#include "support/cluster_http.hpp"

namespace slipway::test {

using namespace slipway::cluster;
using namespace std::chrono_literals;
using nlohmann::json;
using Lines = std::vector<std::string>;

using kubeapi::Request;
using kubeapi::Response;
using ports::Identity;

inline const Kind config_maps{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};

inline Response not_found(const char* kind) {
    return {
        .status = 404,
        .body = json{
            {"kind", "Status"},
            {"reason", "NotFound"},
            {"message", "m"},
            {"details", {{"name", "a"}, {"kind", kind}}},
            {"code",
             404}}.dump()};
}

inline ObjectId config_map_id(const std::string& name) {
    return {.kind = "ConfigMap", .in_namespace = "shop", .name = name};
}

inline Object config_map(const std::string& name, const std::string& in_namespace = "shop") {
    json metadata{{"name", name}};
    if (!in_namespace.empty()) metadata["namespace"] = in_namespace;
    return Object::from_json({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}}
    ).value();
}

struct Clustered {
    Clustered() {
        gate.open_for_good();
        client.answer = [this](const Request& request) -> Result<Response> {
            const auto found = answers.find(test::line(request));
            if (found != answers.end()) return found->second;
            return Response{.status = 404, .body = "404 page not found\n"};
        };
    }
    void serves(const std::string& line, const json& body) {
        answers[line] = {.status = 200, .body = body.dump()};
    }
    void serves_apps() {
        serves(
            "GET /apis/apps",
            {{"kind", "APIGroup"},
             {"name", "apps"},
             {"versions", {{{"version", "v1beta1"}}, {{"version", "v1"}}}},
             {"preferredVersion", {{"version", "v1"}}}}
        );
        serves(
            "GET /apis/apps/v1",
            {{"groupVersion", "apps/v1"},
             {"resources",
              {{{"name", "deployments"},
                {"kind", "Deployment"},
                {"namespaced", true},
                {"shortNames", {"deploy"}}}}}}
        );
        serves(
            "GET /apis/apps/v1beta1",
            {{"groupVersion", "apps/v1beta1"},
             {"resources", {{{"name", "olds"}, {"kind", "Old"}, {"namespaced", false}}}}}
        );
    }

    std::map<std::string, Response> answers{};
    test::FakeClient client{};
    test::FakeClock clock{};
    WriteGate gate{clock};
    KubeCluster cluster{client, gate, clock, {.pause = [](Duration) {}}};
};

}  // namespace slipway::test
